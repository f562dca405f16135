import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import {
  checkTables,
  inOrder,
  parseDatabaseUrl,
  Persistence,
  RestoreRefused,
  restoreSqlite,
  schemaState,
} from '../../libs/database/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { allRoomsOf } from '../app.module.js';
import { COMMAND_STOPS } from '../boot/stop-signals.js';
import { loadSettings } from '../config/config.js';
import type { Settings } from '../config/settings.js';
import { CheckFiles, type CustomerDocumentsSettings } from '../customer-documents/index.js';
import { CommandRefused, number, print, withApp } from './context.js';

interface Options {
  readonly documents?: string;
  readonly check: boolean;
}

/** Names of the storage's own folders and files. */
const IS_STORED = /^[0-9a-f]{2}$|^[0-9a-f]{32}$/;

const copyDocuments = async (settings: Settings, from: string): Promise<void> => {
  const { STORAGE_URL } = settings as unknown as CustomerDocumentsSettings;
  if (!STORAGE_URL.startsWith('file:'))
    throw new CommandRefused(
      `STORAGE_URL is ${STORAGE_URL}, and this command restores only file storage. Restore object storage with its own tools.`,
    );
  if (!existsSync(from)) throw new CommandRefused(`The folder ${from} does not exist. Correct --documents.`);
  // Existing files are kept, because the content of a file name never changes.
  const filter = (source: string): boolean => source === from || IS_STORED.test(basename(source));
  await cp(from, STORAGE_URL.slice('file:'.length), { recursive: true, force: false, filter });
};

const restoreDatabase = async (settings: Settings, rooms: readonly Room[], backup: string): Promise<void> => {
  const target = parseDatabaseUrl(settings.databaseAddress);
  if (target.kind !== 'sqlite' || target.file === undefined)
    throw new CommandRefused(
      'This command restores only SQLite. Restore MySQL and MariaDB with their own tools, then run kontor restore --check.',
    );
  const known = inOrder(allRoomsOf(rooms).migrations).map(({ name }) => name);
  const { file } = target;
  try {
    const kept = await COMMAND_STOPS.hold(() => restoreSqlite(backup, file, known));
    print(`${file} was restored.${kept === undefined ? '' : ` The replaced database was renamed to ${kept}.`}`);
  } catch (error) {
    throw error instanceof RestoreRefused ? new CommandRefused(error.message) : error;
  }
};

const checkSchema = async (persistence: Persistence): Promise<readonly string[]> => {
  const { pending, ahead } = await schemaState(persistence);
  if (ahead.length > 0)
    return [
      `The schema was created by a newer version of Kontor, which contains the migrations ${ahead.join(', ')}. Install that version.`,
    ];
  print(
    pending.length === 0
      ? 'The schema is up to date.'
      : `Migrations to run at the next start: ${number(pending.length)}.`,
  );
  return [];
};

const checkFiles = async (app: INestApplicationContext, { ADD_ONS }: Settings): Promise<readonly string[]> => {
  if (!ADD_ONS.includes('customer-documents')) return [];
  const { count, missing } = await app.get(CheckFiles).check();
  print(`Document files checked: ${number(count)}, missing: ${number(missing.length)}.`);
  return missing.map((key) => `The document file ${key} is missing from the storage. Restore it from a backup.`);
};

/** Checks a restore: complete tables, a schema that this build knows, and the files of documents. */
const check = (rooms: readonly Room[]): Promise<void> =>
  withApp(
    rooms,
    async (app, settings) => {
      const persistence = app.get(Persistence);
      const { count, faults } = await checkTables(persistence);
      print(`${number(count)} tables were checked.`);
      const found = [...faults, ...(await checkSchema(persistence)), ...(await checkFiles(app, settings))];
      for (const fault of found) print(fault);
      print(found.length === 0 ? 'The check found no problems.' : `Problems found: ${number(found.length)}.`);
      if (found.length > 0) process.exitCode = 1;
    },
    { onlyReads: true, migrates: false },
  );

const run = async (rooms: readonly Room[], backup: string | undefined, options: Options): Promise<void> => {
  const settings = loadSettings(rooms);
  if (backup === undefined && options.documents === undefined && !options.check)
    throw new CommandRefused('No backup is specified. Specify the backup to restore, or use --documents or --check.');
  if (backup !== undefined) await restoreDatabase(settings, rooms, backup);
  if (options.documents !== undefined) await copyDocuments(settings, options.documents);
  await check(rooms);
};

/** Adds `restore` (operations.md, "Backup and restore"). */
export const restoreCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('restore')
    .argument('[backup]', 'SQLite backup to restore; the replaced database is renamed and kept')
    .option('--documents <folder>', 'backup of the STORAGE_URL folder; missing files are copied from it')
    .option('--check', 'only check the database and the document files; supports all databases', false)
    .description('Restore a backup, then check it. Stop all servers first. Exits with 1 if the check finds a problem')
    .action((backup: string | undefined, options: Options) => run(rooms, backup, options));
};
