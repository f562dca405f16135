import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { AuditExportJob } from '../audit/adapters/csv/audit-export-job.js';
import { type ExportForm, ExtendChain, VerifyChain } from '../audit/index.js';
import { number, print, progress, safePoint, withApp } from './context.js';
import { writeNew } from './output-file.js';

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
    throw new InvalidArgumentError('Expected a date or time, such as 2026-11-25 or 2026-11-25T20:15:00Z.');
  return at;
};

const verify = async (rooms: readonly Room[]): Promise<void> => {
  await withApp(rooms, async (app) => {
    // Chains recent entries first. Another process may be extending the chain at the same time.
    while (((await app.get(ExtendChain).extend())?.count ?? 0) > 0) safePoint();
    await app.get(ExtendChain).release();
    const { acts, entries, removedDays, head, faults } = await app.get(VerifyChain).verify((done) => {
      progress(`${number(done)} transactions`);
      safePoint();
    });
    progress('');
    for (const fault of faults) print(fault);
    print(`Transactions: ${number(acts)}, entries: ${number(entries)}`);
    if (removedDays > 0) print(`Older days of which only the hashes are kept: ${number(removedDays)}`);
    print(`Head: ${head}`);
    print(faults.length === 0 ? 'The audit trail is intact.' : 'The audit trail has been altered.');
    if (faults.length > 0) process.exitCode = 1;
  });
};

const exported = async (rooms: readonly Room[], options: ExportOptions): Promise<void> => {
  await withApp(
    rooms,
    async (app) => {
      const { since, until, resource, caller } = options;
      const selection = {
        ...(since && { from: since }),
        ...(until && { to: until }),
        ...(resource === undefined ? {} : { resource }),
        ...(caller === undefined ? {} : { caller }),
      };
      await writeNew(options.to, app.get(AuditExportJob).lines(options.format, selection));
    },
    { onlyReads: true },
  );
};

/** Adds `audit verify` and `audit export` (docs/audit.md). */
export const auditCommands = (program: Command, rooms: readonly Room[]): void => {
  const audit = program.command('audit').description('Verify and export the audit trail');
  audit
    .command('verify')
    .description('Verify the audit trail. Exits with 1 if an entry was added, changed or removed')
    .action(() => verify(rooms));
  audit
    .command('export')
    .description('Export audit entries, one line per record, oldest first')
    .addOption(new Option('--format <format>', 'output format').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--to <file>', 'new file to write (default: standard output)')
    .option('--since <instant>', 'start of the period, inclusive', instantOf)
    .option('--until <instant>', 'end of the period, exclusive', instantOf)
    .option('--resource <name>', 'export only this resource type, such as customerPrice')
    .option('--caller <caller>', 'export only entries of this caller, such as admin:5')
    .action((options: ExportOptions) => exported(rooms, options));
};
