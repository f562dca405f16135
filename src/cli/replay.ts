import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { stringify } from 'csv-stringify/sync';
import { type Decimal, parseDay, parseDecimal } from '../../libs/kernel/index.js';
import { PRICE_SELECTS, type PriceSelect } from '../../libs/pricing/index.js';
import type { Room } from '../../libs/manifest/index.js';
import { CommandRefused, complain, number, print, progress, withApp } from './context.js';
import { csvRows } from '../import-export/adapters/csv/csv-files.js';
import { type BadRow, type Columns, isBad, SourceRefused, type SourceRow } from '../import-export/index.js';
import { type InvoiceLine, type ReplayCounts, type ReplayDifference, ReplayInvoices } from '../pricing-calc/index.js';

interface Options {
  readonly strategy?: string;
  readonly dateColumn: string;
  readonly differences: string;
}

/** An invoice line that knows where it stands in its file. */
interface FileLine extends InvoiceLine {
  readonly fileLine: number;
}

const columnsOf = (dateColumn: string): Columns => ({
  required: [dateColumn, 'customer_id', 'sku', 'qty', 'unit_price'],
  optional: ['invoice'],
  othersIgnored: true,
});

const positive = (text: string | undefined): Decimal | undefined => {
  const value = parseDecimal(text ?? '');
  return value?.gt(0) ? value : undefined;
};

/** A row as an invoice line; the time of day behind a date doesn't count. */
const lineOf = ({ line, values }: SourceRow, dateColumn: string): FileLine | BadRow => {
  const text = values[dateColumn] ?? '';
  const date = /^.{10}(?:[ T]|$)/.test(text) ? parseDay(text.slice(0, 10)) : undefined;
  const [qty, unitPrice] = [positive(values['qty']), parseDecimal(values['unit_price'] ?? '')];
  if (date === undefined) return { line, reason: `"${text}" in ${dateColumn} is no day of the form YYYY-MM-DD` };
  if (qty === undefined) return { line, reason: `"${values['qty']}" in qty is no quantity above 0` };
  if (unitPrice === undefined) return { line, reason: `"${values['unit_price']}" in unit_price is no number` };
  const [customerNumber = '', sku = '', invoice = ''] = [values['customer_id'], values['sku'], values['invoice']];
  return { fileLine: line, invoice, date, customerNumber, sku, qty, unitPrice };
};

async function* linesOf(file: string, dateColumn: string, onBad: (bad: BadRow) => void): AsyncGenerator<FileLine> {
  for await (const row of csvRows(file, columnsOf(dateColumn))) {
    const line = isBad(row) ? row : lineOf(row, dateColumn);
    if ('reason' in line) onBad(line);
    else yield line;
  }
}

const DIFFERENCE_COLUMNS = [
  'line',
  'invoice',
  'date',
  'customer_id',
  'sku',
  'qty',
  'unit_price',
  'final_price',
  'price_code',
  'problem',
];

const differenceCells = ({ line, finalPrice, priceCode, problem }: ReplayDifference): readonly string[] => [
  String((line as FileLine).fileLine),
  line.invoice,
  line.date,
  line.customerNumber,
  line.sku,
  line.qty.toFixed(),
  line.unitPrice.toFixed(),
  finalPrice?.toFixed() ?? '',
  priceCode ?? '',
  problem,
];

const strategyOf = (text: string | undefined): PriceSelect | undefined => {
  if (text === undefined) return undefined;
  const found = PRICE_SELECTS.find((strategy) => strategy === text);
  if (!found) throw new CommandRefused(`There is no strategy "${text}", only ${PRICE_SELECTS.join(', ')}.`);
  return found;
};

const replay = async (replaying: ReplayInvoices, file: string, options: Options): Promise<ReplayCounts> => {
  const strategy = strategyOf(options.strategy);
  let counts: ReplayCounts = { lines: 0, equal: 0, different: 0, unpriced: 0 };
  const onBad = ({ line, reason }: BadRow): void => {
    process.exitCode = 1;
    complain(`${file}:${line}: ${reason}`);
  };
  mkdirSync(dirname(options.differences), { recursive: true });
  const output = createWriteStream(options.differences);
  output.write(stringify([DIFFERENCE_COLUMNS]));
  const lines = linesOf(file, options.dateColumn, onBad);
  for await (const step of replaying.run(lines, strategy === undefined ? {} : { strategy })) {
    counts = step.counts;
    progress(`${number(counts.lines)} lines, ${number(counts.equal)} to the penny`);
    const text = stringify(step.differences.map(differenceCells));
    if (text !== '' && !output.write(text)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  progress('');
  return counts;
};

const run = async (rooms: readonly Room[], file: string, options: Options): Promise<void> => {
  await withApp(
    rooms,
    async (app, settings) => {
      if (!settings.ADD_ONS.includes('pricing-calc')) {
        throw new CommandRefused('The add-on pricing-calc is left out (ADD_ONS): nothing can be priced.');
      }
      const began = performance.now();
      const counts = await replay(app.get(ReplayInvoices), file, options);
      const seconds = (performance.now() - began) / 1000;
      print(`${number(counts.equal)} of ${number(counts.lines)} lines to the penny`);
      print(
        `${number(counts.different)} at another price, ${number(counts.unpriced)} without one: ${options.differences}`,
      );
      print(`${seconds.toFixed(1)} s, ${number(Math.round(counts.lines / seconds))} lines/s`);
    },
    { onlyReads: true },
  );
};

/** `replay` (running.md). */
export const replayCommand = (program: Command, rooms: readonly Room[]): void => {
  program
    .command('replay')
    .argument('<file>', 'invoice lines, .csv or .csv.gz')
    .description('Prices every invoice line as of its date for its customer, and tells which come out to the penny')
    .option('--strategy <price_select>', "lowest, highest or sort_order, instead of each buyer's own setting")
    .option('--date-column <name>', 'the column that holds the day of the sale', 'date')
    .option('--differences <file>', 'where the lines that differ are written', 'var/replay-differences.csv')
    .action(async (file: string, options: Options) => {
      try {
        await run(rooms, file, options);
      } catch (error) {
        throw error instanceof SourceRefused ? new CommandRefused(error.message) : error;
      }
    });
};
