import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { Room } from '../../libs/manifest/index.js';
import { decodeJson } from '../../libs/web/index.js';
import {
  AcceptAnswers,
  type ExportDestination,
  type ExportedFile,
  ExportRegistry,
  QueueRegistrations,
  readAnswers,
} from '../dpp/index.js';
import { CommandRefused, number, print, progress, safePoint, withApp } from './context.js';

const ofPassports = (rooms: readonly Room[], work: (app: INestApplicationContext) => Promise<void>): Promise<void> =>
  withApp(rooms, async (app, { ADD_ONS }) => {
    if (!ADD_ONS.includes('dpp')) throw new CommandRefused('The module dpp is not installed. Add it to ADD_ONS.');
    await work(app);
  });

/** Writes a file so that it is either complete on disk under its name or does not exist. */
const write = async (folder: string, { name, text }: ExportedFile): Promise<void> => {
  const temporary = join(folder, `.${name}.tmp`);
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, join(folder, name));
};

/**
 * Writes exports to a folder. An export that was written but not marked as such is written again under the same name
 * with the same bytes.
 */
const folderOf = (folder: string): ExportDestination => ({
  async store(files, mark) {
    for (const file of files) await write(folder, file);
    if (!(await mark())) for (const { name } of files) await rm(join(folder, name), { force: true });
  },
});

const count = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a number of files, such as 10.');
  return Number(text);
};

const exportTo = async (app: INestApplicationContext, folder: string, most: number): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const { files, entries, pending, operatorIdentifier } = await app
    .get(ExportRegistry)
    .export(folderOf(folder), most, (done) => {
      progress(`${number(done)} entries exported`);
      safePoint();
    });
  progress('');
  print(`Entries exported to ${folder}: ${number(entries)}. Files, each as JSON and as XML: ${number(files)}.`);
  if (pending > 0) print(`Entries still pending: ${number(pending)}.`);
  if (operatorIdentifier > 0)
    print(
      `Entries without an operator identifier that the registry accepts: ${number(operatorIdentifier)}. To export them, publish passport versions with such an identifier.`,
    );
};

const answer = async (app: INestApplicationContext, file: string): Promise<void> => {
  const counts = await app.get(AcceptAnswers).accept(readAnswers(decodeJson(await readFile(file))));
  print(
    `Answers received: ${number(counts.received)}. Registered: ${number(counts.registered)}, ` +
      `rejected: ${number(counts.rejected)}, with a proof: ${number(counts.proofs)}.`,
  );
};

const queue = async (app: INestApplicationContext, rejected: boolean): Promise<void> => {
  const queueing = app.get(QueueRegistrations);
  const onGroup = (done: number): void => {
    progress(`${number(done)} entries queued`);
    safePoint();
  };
  const queued = await queueing.queuePublished(onGroup);
  progress('');
  print(`Published passport versions queued: ${number(queued)}.`);
  if (rejected) print(`Rejected entries queued again: ${number(await queueing.requeueRejected(onGroup))}.`);
};

/** Adds `registry` (passports-registry.md). */
export const registryCommand = (program: Command, rooms: readonly Room[]): void => {
  const registry = program
    .command('registry')
    .description('Export entries for the EU registry and store the answers of the registry');
  registry
    .command('export')
    .argument('<folder>', 'folder for the files; created if it does not exist')
    .option('--files <count>', 'maximum number of files (default: as many as the pending entries need)', count)
    .description('Write pending entries to files of at most 100 entries each, as JSON and as XML')
    .action((folder: string, { files = Infinity }: { readonly files?: number }) =>
      ofPassports(rooms, (app) => exportTo(app, folder, files)),
    );
  registry
    .command('answer')
    .argument('<file>', 'JSON file with the answers of the registry')
    .description('Store the answers of the registry from a file. If an answer is invalid, no answer is stored')
    .action((file: string) => ofPassports(rooms, (app) => answer(app, file)));
  registry
    .command('queue')
    .option('--rejected', 'also queue rejected entries again', false)
    .description(
      'Queue published passport versions without a registry entry, such as those published before an upgrade',
    )
    .action(({ rejected }: { readonly rejected: boolean }) => ofPassports(rooms, (app) => queue(app, rejected)));
};
