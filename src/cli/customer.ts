import type { Command } from 'commander';
import type { Room } from '../../libs/manifest/index.js';
import { CustomerData, type Erasure } from '../commerce/index.js';
import { number, print, withApp } from './context.js';
import { writeNew } from './output-file.js';

const WORDS = { removed: 'removed', pseudonymised: 'pseudonymized', kept: 'kept' } as const;

const report = ({ fates }: Erasure): void => {
  const width = Math.max(...fates.map(({ count }) => number(count).length));
  for (const fate of ['removed', 'pseudonymised', 'kept'] as const)
    for (const { count, what, because } of fates.filter((one) => one.fate === fate)) {
      const reason = because === undefined ? '' : ` (${because})`;
      print(`${WORDS[fate].padEnd(13)}  ${number(count).padStart(width)}  ${what}${reason}`);
    }
};

const exported = (rooms: readonly Room[], customer: string, to: string | undefined): Promise<void> =>
  withApp(
    rooms,
    async (app) => {
      const pieces = app.get(CustomerData).exportJson(customer);
      // For an unknown number, fail before creating a file.
      const first = await pieces.next();
      const all = async function* (): AsyncGenerator<string> {
        if (first.done !== true) yield first.value;
        yield* pieces;
      };
      await writeNew(to, all());
    },
    { onlyReads: true },
  );

const erased = (rooms: readonly Room[], customer: string, dryRun: boolean): Promise<void> =>
  withApp(rooms, async (app) => {
    const data = app.get(CustomerData);
    const erasure = await (dryRun ? data.wouldErase(customer) : data.erase(customer));
    report(erasure);
    print(`Customer ${customer} (ID ${erasure.id}) ${dryRun ? 'would be' : 'was'} erased.`);
  });

/** Adds `customer export` and `customer erase` (docs/privacy.md). */
export const customerCommands = (program: Command, rooms: readonly Room[]): void => {
  const customer = program.command('customer').description('Export or erase the personal data of a customer');
  customer
    .command('export')
    .description('Export all data of a customer as JSON, without secrets')
    .requiredOption('--number <number>', 'customer number')
    .option('--to <file>', 'new file to write (default: standard output)')
    .action(({ number: customerNumber, to }: { readonly number: string; readonly to?: string }) =>
      exported(rooms, customerNumber, to),
    );
  customer
    .command('erase')
    .description(
      'Erase the personal data of a customer. Reports what was removed, pseudonymized and kept, with reasons',
    )
    .requiredOption('--number <number>', 'customer number')
    .option('--dry-run', 'report the effects without erasing anything', false)
    .action(({ number: customerNumber, dryRun }: { readonly number: string; readonly dryRun: boolean }) =>
      erased(rooms, customerNumber, dryRun),
    );
};
