import { parse } from 'csv-parse/sync';
import { StringField } from '../declare/decorators.js';

/** How a CSV file separates cells and writes decimals (csv.md, "Dialects"). */
export const CSV_DIALECTS = ['comma', 'semicolon', 'tab', 'semicolon-point', 'tab-point'] as const;
export type CsvDialect = (typeof CSV_DIALECTS)[number];

export const CSV_ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type CsvEncoding = (typeof CSV_ENCODINGS)[number];

/** The query parameters of every route that reads CSV. */
export class CsvQuery {
  @StringField({
    about:
      'How the CSV file is written: `comma`, `semicolon` or `tab` separates the cells; `semicolon` and `tab` have a ' +
      'decimal comma, `semicolon-point` and `tab-point` a decimal point; default `comma`',
    words: CSV_DIALECTS,
    default: 'comma',
    example: 'comma',
  })
  readonly dialect!: CsvDialect;

  @StringField({
    about: 'Encoding of a CSV file without a byte order mark; default `utf-8`',
    words: CSV_ENCODINGS,
    default: 'utf-8',
    example: 'utf-8',
  })
  readonly encoding!: CsvEncoding;
}

export const CSV_SEPARATORS: Readonly<Record<CsvDialect, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  'semicolon-point': ';',
  'tab-point': '\t',
};

const hasDecimalComma = (dialect: CsvDialect): boolean => dialect === 'semicolon' || dialect === 'tab';

/** The instruction for a file in another dialect than the one that was sent. */
export const otherDialect = (sent: CsvDialect, detected: CsvDialect): string =>
  `the file is written in the dialect ${detected}, not ${sent}; use dialect=${detected}`;

const COMMA = /^[+-]?[\d.]*\d,\d+$/;
/** Three digits after a point may be a group of thousands. */
const POINT = /^[+-]?\d+\.(?:\d{1,2}|\d{4,})$/;

/** A number cell with a decimal point, or why it is none in this dialect. */
export const numberCell = (
  cell: string,
  dialect: CsvDialect,
): { readonly value: string } | { readonly reason: string } => {
  const [mark, group] = hasDecimalComma(dialect) ? [',', '.'] : ['.', ','];
  if (cell.includes(group) && /^[\d.,+-]+$/.test(cell))
    return {
      reason: `"${cell}" contains "${group}"; in the dialect ${dialect}, numbers have the decimal mark "${mark}" and no thousands separators`,
    };
  return { value: mark === ',' ? cell.replace(',', '.') : cell };
};

/** The first bytes of a CSV file, enough to detect its dialect. */
const HEAD_BYTES = 64 * 1024;

const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?[,;\t]*(?:\r\n|\r|\n|$)/i;

/** Whether these cells are a first line such as `sep=;`, with which spreadsheets name the separator. */
export const isSeparatorLine = (cells: readonly (string | null)[]): boolean =>
  /^sep=[,;\t]?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => (cell ?? '') === '');

const separatorIn = (head: string, sent: string): string => {
  const [, named] = SEPARATOR_LINE.exec(head) ?? [];
  if (named !== undefined) return named;
  const [first = ''] = head.replace(/"[^"]*"/g, '').match(/[^\r\n]+/) ?? [];
  const count = (sign: string): number => first.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), sent);
};

const rowsIn = (head: string, separator: string): readonly (readonly string[])[] => {
  try {
    return parse(head, { delimiter: separator, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch {
    return [];
  }
};

/**
 * The dialect of a file that begins with this text: the separator of its header, and the decimal mark of its number
 * columns. What the text does not show is as it was sent.
 */
const detectDialect = (text: string, sent: CsvDialect, isNumber: (column: string) => boolean): CsvDialect => {
  const separator = separatorIn(text, CSV_SEPARATORS[sent]);
  if (separator === ',') return 'comma';
  // The last row may be cut off.
  const whole = text.length < HEAD_BYTES / 4 ? text : text.replace(/[\r\n][^\r\n]*$/, '');
  const [header = [], ...rows] = rowsIn(whole.replace(SEPARATOR_LINE, '').replace(/^\uFEFF/, ''), separator);
  const columns = header.flatMap((name, at) => (isNumber(name) ? [at] : []));
  const has = (form: RegExp): boolean => rows.some((row) => columns.some((at) => form.test(row[at] ?? '')));
  const [comma, point] = [has(COMMA), has(POINT)];
  const isComma = comma === point ? hasDecimalComma(sent) || CSV_SEPARATORS[sent] !== separator : comma;
  const name = separator === ';' ? 'semicolon' : 'tab';
  return isComma ? name : `${name}-point`;
};

/** The start of a source, and the source with it again. */
export const withHead = async (
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer>; readonly close: () => Promise<unknown> }> => {
  const rest = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  for (let size = 0; size < HEAD_BYTES;) {
    const { done = false, value } = await rest.next();
    if (done) break;
    parts.push(Buffer.from(value as Uint8Array));
    size += (value as Uint8Array).length;
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* parts;
      for (let next = await rest.next(); next.done !== true; next = await rest.next())
        yield Buffer.from(next.value as Uint8Array);
    } finally {
      await rest.return?.();
    }
  };
  return { head: Buffer.concat(parts), all: all(), close: () => Promise.resolve(rest.return?.()) };
};

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const;

/** A source in UTF-8: its byte order mark, otherwise `encoding`, says what it is in. Throws a `TypeError` for invalid UTF-16. */
async function* utf8Of(source: AsyncIterable<Buffer>, encoding: CsvEncoding): AsyncGenerator<Buffer> {
  const { head, all } = await withHead(source);
  const [marked] = MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(Buffer.from(mark))) ?? [encoding];
  if (marked === 'utf-8') return yield* all;
  const decoder = new TextDecoder(marked, { fatal: true });
  for await (const chunk of all) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
  return undefined;
}

export interface CsvReading {
  readonly dialect: CsvDialect;
  readonly encoding: CsvEncoding;
}

/** A CSV file in UTF-8, and the dialect in which it is written. */
export const readCsv = async (
  source: AsyncIterable<Buffer>,
  { dialect, encoding }: CsvReading,
  isNumber: (column: string) => boolean,
): Promise<{ readonly detected: CsvDialect; readonly bytes: AsyncIterable<Buffer> }> => {
  const { head, all } = await withHead(utf8Of(source, encoding));
  return { detected: detectDialect(head.toString(), dialect, isNumber), bytes: all };
};
