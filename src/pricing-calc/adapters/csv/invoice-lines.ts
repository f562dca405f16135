import { type Decimal, parseDay, parseDecimal } from '../../../../libs/kernel/index.js';
import { type BadRow, type Columns, isBad, type SourceRow } from '../../../import-export/index.js';
import type { InvoiceLine, ReplayDifference } from '../../domain/replay.js';

/** An invoice line with its line number in the file. */
interface FileLine extends InvoiceLine {
  readonly fileLine: number;
}

export const invoiceColumns = (dateColumn: string): Columns => ({
  required: [dateColumn, 'customer_id', 'sku', 'qty', 'unit_price'],
  optional: ['invoice'],
  numbers: ['qty', 'unit_price'],
  othersIgnored: true,
});

const positive = (text: string | undefined): Decimal | undefined => {
  const value = parseDecimal(text ?? '');
  return value?.gt(0) ? value : undefined;
};

/** Parses a row as an invoice line. A time of day after the date is ignored. */
const lineOf = ({ line, values }: SourceRow, dateColumn: string): FileLine | BadRow => {
  const text = values[dateColumn] ?? '';
  const date = /^.{10}(?:[ T]|$)/.test(text) ? parseDay(text.slice(0, 10)) : undefined;
  const [qty, unitPrice] = [positive(values['qty']), parseDecimal(values['unit_price'] ?? '')];
  if (date === undefined) return { line, reason: `${dateColumn} "${text}" is not a date in the format YYYY-MM-DD` };
  if (qty === undefined) return { line, reason: `qty "${values['qty']}" is not a number greater than 0` };
  if (unitPrice === undefined) return { line, reason: `unit_price "${values['unit_price']}" is not a number` };
  const [customerNumber = '', sku = '', invoice = ''] = [values['customer_id'], values['sku'], values['invoice']];
  return { fileLine: line, invoice, date, customerNumber, sku, qty, unitPrice };
};

/** Yields the valid rows as invoice lines, and reports the others to `onBad`. */
export async function* invoiceLines(
  rows: AsyncIterable<SourceRow | BadRow>,
  dateColumn: string,
  onBad: (bad: BadRow) => void,
): AsyncGenerator<InvoiceLine> {
  for await (const row of rows) {
    const line = isBad(row) ? row : lineOf(row, dateColumn);
    if ('reason' in line) onBad(line);
    else yield line;
  }
}

export const DIFFERENCE_COLUMNS = [
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

export const differenceCells = ({ line, finalPrice, priceCode, problem }: ReplayDifference): readonly string[] => [
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
