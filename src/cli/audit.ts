import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { ExportAudit, type ExportForm, ExtendChain, VerifyChain } from '../audit/index.js';
import { number, print, progress, safePoint, withApp } from './context.js';

interface ExportOptions {
  readonly format: ExportForm;
  readonly to?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly resource?: string;
  readonly caller?: string;
}

const instantOf = (text: string): Date => {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It is a day or an instant, such as 2026-11-25 or 2026-11-25T20:15:00Z.');
  return at;
};

const verify = async (rooms: readonly Room[]): Promise<void> => {
  await withApp(rooms, async (app) => {
    // What was written since nobody was in charge has no place yet; another process that is at it does the same.
    while (((await app.get(ExtendChain).run())?.count ?? 0) > 0) safePoint();
    await app.get(ExtendChain).letGo();
    const { acts, entries, removedDays, head, faults } = await app.get(VerifyChain).run((done) => {
      progress(`${number(done)} transactions`);
      safePoint();
    });
    progress('');
    for (const fault of faults) print(fault);
    const removed = removedDays === 0 ? '' : `; of ${number(removedDays)} days the heads alone are kept`;
    print(`${number(acts)} transactions with ${number(entries)} entries${removed}.`);
    print(`Head: ${head}`);
    print(faults.length === 0 ? 'The audit trail is whole.' : 'The audit trail was tampered with.');
    if (faults.length > 0) process.exitCode = 1;
  });
};

const exported = async (rooms: readonly Room[], options: ExportOptions): Promise<void> => {
  await withApp(
    rooms,
    async (app) => {
      const output =
        options.to === undefined ? process.stdout : createWriteStream(options.to, { mode: 0o600, flags: 'wx' });
      const { since, until, resource, caller } = options;
      const selection = {
        ...(since && { from: since }),
        ...(until && { to: until }),
        ...(resource === undefined ? {} : { resource }),
        ...(caller === undefined ? {} : { caller }),
      };
      for await (const bytes of app.get(ExportAudit).lines(options.format, selection))
        if (!output.write(bytes)) await once(output, 'drain');
      if (output === process.stdout) return;
      output.end();
      await finished(output);
    },
    { onlyReads: true },
  );
};

/** `audit verify` and `audit export` (docs/audit.md). */
export const auditCommands = (program: Command, rooms: readonly Room[]): void => {
  const audit = program.command('audit').description('The audit trail: who changed what');
  audit
    .command('verify')
    .description('Looks whether nobody has changed, added or removed an entry; exit code 1 if somebody has')
    .action(() => verify(rooms));
  audit
    .command('export')
    .description('Writes entries, a line for each record, the oldest first')
    .addOption(new Option('--format <format>', 'form of the lines').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--to <file>', 'a file that is not there yet; standard output without')
    .option('--since <instant>', 'from this instant on', instantOf)
    .option('--until <instant>', 'until before this instant', instantOf)
    .option('--resource <name>', 'only of this kind of record: customerPrice')
    .option('--caller <caller>', 'only what this caller did: admin:5')
    .action((options: ExportOptions) => exported(rooms, options));
};
