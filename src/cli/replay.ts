import type { CsvDialect, CsvEncoding } from '../../libs/kernel/index.js';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { PRICE_SELECTS, type PriceSelect } from '../../libs/pricing/index.js';
import type { Room } from '../../libs/manifest/index.js';

import {
  CommandRefused,
  complain,
  dialectOption,
  encodingOption,
  number,
  print,
  progress,
  withApp,
} from './context.js';
import { overwrite } from './output-file.js';
import { csvRows } from '../import-export/adapters/csv/csv-files.js';
import { type BadRow, guardedCell, SourceRefused } from '../import-export/index.js';
import {
  DIFFERENCE_COLUMNS,
  differenceCells,
  invoiceColumns,
  invoiceLines,
} from '../pricing-calc/adapters/csv/invoice-lines.js';
import { type ReplayCounts, ReplayInvoices } from '../pricing-calc/index.js';

const DIFFERENCES = 'var/replay-differences.csv';

interface Options {
  readonly strategy?: string;
  readonly dateColumn: string;
  readonly differences: string;
  readonly dialect: CsvDialect;
  readonly encoding: CsvEncoding;
}

const strategyOf = (text: string | undefined): PriceSelect | undefined => {
  if (text === undefined) return undefined;
  const found = PRICE_SELECTS.find((strategy) => strategy === text);
  if (!found)
    throw new CommandRefused(`The strategy "${text}" does not exist. Use one of ${PRICE_SELECTS.join(', ')}.`);
  return found;
};

const replay = async (replaying: ReplayInvoices, file: string, options: Options): Promise<ReplayCounts> => {
  const strategy = strategyOf(options.strategy);
  let counts: ReplayCounts = { lines: 0, equal: 0, different: 0, unpriced: 0 };
  const onBad = ({ line, reason }: BadRow): void => {
    process.exitCode = 1;
    complain(`${file}:${line}: ${reason}`);
  };
  const lines = invoiceLines(
    csvRows(file, invoiceColumns(options.dateColumn), file, options),
    options.dateColumn,
    onBad,
  );
  const differences = async function* (): AsyncGenerator<string> {
    yield stringify([DIFFERENCE_COLUMNS]);
    for await (const step of replaying.replay(lines, strategy === undefined ? {} : { strategy })) {
      counts = step.counts;
      progress(`${number(counts.lines)} lines, ${number(counts.equal)} with the same price`);
      yield stringify(step.differences.map((one) => differenceCells(one).map(guardedCell)));
    }
  };
  if (options.differences === DIFFERENCES) await mkdir(dirname(DIFFERENCES), { recursive: true });
  await overwrite(options.differences, differences());
  progress('');
  return counts;
};

const run = async (rooms: readonly Room[], file: string, options: Options): Promise<void> => {
  await withApp(
    rooms,
    async (app, settings) => {
      if (!settings.ADD_ONS.includes('pricing-calc')) {
        throw new CommandRefused('The module pricing-calc is not installed. Add it to ADD_ONS.');
      }
      const began = performance.now();
      const counts = await replay(app.get(ReplayInvoices), file, options);
      const seconds = (performance.now() - began) / 1000;
      print(`Lines with the same price: ${number(counts.equal)} of ${number(counts.lines)}`);
      print(
        `Lines with a different price: ${number(counts.different)}, without a price: ${number(counts.unpriced)}; see ${options.differences}`,
      );
      print(`${seconds.toFixed(1)} s, ${number(Math.round(counts.lines / seconds))} lines/s`);
    },
    { onlyReads: true },
  );
};

/** Adds `replay` (running.md). */
export const replayCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('replay')
    .argument('<file>', 'invoice lines as .csv or .csv.gz')
    .description('Recalculate the price of every invoice line for its date and customer, and report differences')
    .option(
      '--strategy <price_select>',
      "price selection: lowest, highest or sort_order (default: each customer's setting)",
    )
    .addOption(dialectOption())
    .addOption(encodingOption())
    .option('--date-column <name>', 'column with the date of sale', 'date')
    .option('--differences <file>', 'file to which the differing lines are written', DIFFERENCES)
    .action(async (file: string, options: Options) => {
      try {
        await run(rooms, file, options);
      } catch (error) {
        throw error instanceof SourceRefused ? new CommandRefused(error.message) : error;
      }
    });
};
