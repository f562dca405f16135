import { parse } from 'csv-parse/sync';
import {
  CSV_DIALECTS,
  CSV_ENCODINGS,
  CSV_SEPARATORS,
  type CsvDialect,
  type CsvEncoding,
  type CsvReading,
  hasDecimalComma,
} from '../../kernel/index.js';
import { StringField } from '../declare/decorators.js';

export const CSV_DIALECT = {
  about:
    'Separator and decimal mark of the CSV file; default `comma`. `semicolon` and `tab` use a decimal comma; ' +
    '`comma`, `semicolon-point` and `tab-point` use a decimal point.',
  words: CSV_DIALECTS,
  default: 'comma',
  example: 'comma',
} as const;

/** The query parameters of every route that reads CSV. */
export class CsvQuery {
  @StringField(CSV_DIALECT)
  readonly dialect!: CsvDialect;

  @StringField({
    about: 'Encoding of a CSV file without a byte order mark; default `utf-8`',
    words: CSV_ENCODINGS,
    default: 'utf-8',
    example: 'utf-8',
  })
  readonly encoding!: CsvEncoding;
}

const COMMA = /^[+-]?[\d.]*\d,\d+$/;
/**
 * A number with a decimal point. Three digits after a point are ambiguous, because they may be a group of thousands.
 */
const POINT = /^[+-]?\d+\.(?:\d{1,2}|\d{4,})$/;

/** Number of bytes at the start of a CSV file that are used to detect its dialect. */
const HEAD_BYTES = 64 * 1024;

const SEPARATOR_LINE = /^\uFEFF?"?sep=([,;\t])"?[,;\t]*(?:\r\n|\r|\n|$)/i;

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
 * Detects the dialect from the start of a file: the separator from the header, the decimal mark from number columns.
 * Uses `sent` for what cannot be detected.
 */
const detectDialect = (text: string, sent: CsvDialect, isNumber: (column: string) => boolean): CsvDialect => {
  const separator = separatorIn(text, CSV_SEPARATORS[sent]);
  if (separator === ',') return 'comma';
  // The last row may be incomplete.
  const whole = text.length < HEAD_BYTES / 4 ? text : text.replace(/[\r\n][^\r\n]*$/, '');
  const [header = [], ...rows] = rowsIn(whole.replace(SEPARATOR_LINE, '').replace(/^\uFEFF/, ''), separator);
  const columns = header.flatMap((name, at) => (isNumber(name) ? [at] : []));
  const has = (form: RegExp): boolean => rows.some((row) => columns.some((at) => form.test(row[at] ?? '')));
  const [comma, point] = [has(COMMA), has(POINT)];
  const isComma = comma === point ? hasDecimalComma(sent) || CSV_SEPARATORS[sent] !== separator : comma;
  const name = separator === ';' ? 'semicolon' : 'tab';
  return isComma ? name : `${name}-point`;
};

/** Reads the start of a stream, and returns it with a stream that still includes it. */
export const withHead = async (
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Buffer; readonly all: AsyncIterable<Buffer>; readonly close: () => Promise<unknown> }> => {
  const rest = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  for (let size = 0; size < HEAD_BYTES;) {
    const next = (await rest.next()) as IteratorResult<Uint8Array, undefined>;
    if (next.done === true) break;
    parts.push(Buffer.from(next.value));
    size += next.value.length;
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* parts;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield Buffer.from(next.value);
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

/**
 * Converts a stream to UTF-8. Its byte order mark determines the encoding, otherwise `encoding`. Throws a `TypeError`
 * for invalid UTF-16.
 */
async function* utf8Of(source: AsyncIterable<Buffer>, encoding: CsvEncoding): AsyncGenerator<Buffer> {
  const { head, all } = await withHead(source);
  const [marked] = MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(Buffer.from(mark))) ?? [encoding];
  if (marked === 'utf-8') {
    yield* all;
    return;
  }
  const decoder = new TextDecoder(marked, { fatal: true });
  for await (const chunk of all) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/** Returns a CSV stream in UTF-8, and its dialect. */
export const readCsv = async (
  source: AsyncIterable<Buffer>,
  { dialect, encoding }: CsvReading,
  isNumber: (column: string) => boolean,
): Promise<{ readonly detected: CsvDialect; readonly bytes: AsyncIterable<Buffer> }> => {
  const { head, all } = await withHead(utf8Of(source, encoding));
  return { detected: detectDialect(head.toString(), dialect, isNumber), bytes: all };
};

/** A number such as `4.00638E+12`, whose last digits a spreadsheet has dropped. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;
/** Number of digits of a GTIN, the longest common code with leading zeros. */
const CODE_LENGTH_MAX = 14;
const KEYS_AT_ONCE = 500;

const withZeros = (text: string): readonly string[] =>
  Array.from({ length: Math.max(1, CODE_LENGTH_MAX - text.length) }, (_, at) => '0'.repeat(at + 1) + text);

/**
 * Describes what is wrong with the keys of new records that a spreadsheet seems to have damaged. `stored` returns
 * which of these keys exist.
 */
export const damagedKeys = async (
  column: string,
  keys: readonly string[],
  stored: (keys: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  for (const key of keys)
    if (ROUNDED.test(key))
      found.set(
        key,
        `${column} "${key}" is new and looks like a number that a spreadsheet rounded; format the column as text in the spreadsheet`,
      );
  const padded = [...new Set(keys)].filter((key) => /^[1-9]\d*$/.test(key)).flatMap(withZeros);
  for (let start = 0; start < padded.length; start += KEYS_AT_ONCE) {
    for (const whole of (await stored(padded.slice(start, start + KEYS_AT_ONCE))).keys()) {
      const key = whole.replace(/^0+/, '');
      found.set(
        key,
        `${column} "${key}" is new, but "${whole}" exists; if a spreadsheet removed the leading zeros, format the column as text`,
      );
    }
  }
  return found;
};
