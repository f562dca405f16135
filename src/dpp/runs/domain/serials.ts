import { type Fault, invalidValue, required, sentence } from '../../../../libs/kernel/index.js';
import { GS1_TEXTS, isGs1Text } from '../../passport/domain/index.js';

/** Maximum number of items per run. */
export const RUN_MAX = 100_000;

/** Counter in a pattern such as `RP545-26-{0001}`: the first number, and the minimum number of digits. */
const COUNTER = /\{(\d{1,15})\}/;
/** Expected header of the CSV text. */
const CSV_HEADER = 'serial';

/** The serial numbers, in exactly one of four forms. */
export interface RequestedSerials {
  readonly serials: readonly string[];
  /** CSV text with the column `serial`. */
  readonly serialsCsv: string | null;
  /** CSV text with the column `serial` and the items' own values. */
  readonly valuesCsv: string | null;
  readonly pattern: string | null;
  /** Number of serial numbers to create from a pattern. */
  readonly count: number | null;
}

interface ReadSerials {
  readonly serials: readonly string[];
  /** Reasons for refusal; empty if valid. */
  readonly faults: readonly Fault[];
}

const right = (serials: readonly string[]): ReadSerials => ({ serials, faults: [] });
const wrong = (...faults: readonly Fault[]): ReadSerials => ({ serials: [], faults });

const tooMany = (count: number): ReadSerials =>
  wrong(
    sentence(
      'The run has %count items, but at most %most are allowed. Split it into several runs.',
      { most: RUN_MAX, count },
      'serials',
    ),
  );

const ofPattern = (pattern: string, count: number | null): ReadSerials => {
  const [whole, digits] = COUNTER.exec(pattern) ?? [];
  if (whole === undefined || digits === undefined || pattern.split(/[{}]/).length !== 3)
    return wrong(
      sentence(
        '%fieldName must have exactly one counter in braces that contains the first number, such as RP545-{0001}.',
        { fieldName: 'pattern' },
        'pattern',
      ),
    );
  if (count === null) return wrong(required('count'));
  if (count > RUN_MAX) return tooMany(count);
  const first = Number(digits);
  const numbered = (at: number): string => pattern.replace(whole, String(first + at).padStart(digits.length, '0'));
  return right(Array.from({ length: count }, (_, at) => numbered(at)));
};

/** Reads a single column. Because GS1 characters include quotes and commas, only quoted cells are read as CSV. */
const ofCsv = (text: string): ReadSerials => {
  const [first = '', ...others] = text
    .replace(/^\uFEFF/, '')
    .replace(/^sep=.\r?\n/i, '')
    .split(/\r?\n/);
  // A spreadsheet may add columns without a name or content.
  const [, added = ''] = /^[^,;\t]*([,;\t]*)$/.exec(first) ?? [];
  const header = first.slice(0, first.length - added.length);
  const lines = others.map((line) => (added !== '' && line.endsWith(added) ? line.slice(0, -added.length) : line));
  if (header.trim().toLowerCase() !== CSV_HEADER)
    return wrong(
      sentence(
        '%fieldName must have exactly one column, with the header "serial".',
        { fieldName: 'serials_csv' },
        'serials_csv',
      ),
    );
  const cells = lines.map((line) => (/^".*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line));
  return right(cells.filter((cell) => cell !== ''));
};

const sent = ({ serials, serialsCsv, valuesCsv, pattern, count }: RequestedSerials): ReadSerials => {
  const given = [serials.length > 0, serialsCsv !== null, valuesCsv !== null, pattern !== null].filter(Boolean).length;
  if (given > 1)
    return wrong(
      sentence(
        'The serial numbers must come from exactly one source. Send only one of serials, serials_csv, values_csv or pattern.',
        undefined,
        'serials',
      ),
    );
  if (pattern !== null) return ofPattern(pattern, count);
  return serialsCsv === null ? right(serials) : ofCsv(serialsCsv);
};

/**
 * Serial numbers of a run in the order sent: a list, CSV, or a pattern with a count. Refuses none or several forms,
 * invalid characters and duplicates.
 */
export const readSerials = (said: RequestedSerials): ReadSerials => {
  const { serials, faults } = sent(said);
  if (faults.length > 0) return wrong(...faults);
  // The serial numbers are in the CSV text of values.
  if (said.valuesCsv !== null) return right([]);
  if (serials.length === 0) return wrong(required('serials'));
  if (serials.length > RUN_MAX) return tooMany(serials.length);
  const strange = serials.find((serial) => !isGs1Text(serial));
  if (strange !== undefined) return wrong(invalidValue('serials', strange, GS1_TEXTS));
  const once = new Set<string>();
  const twice = serials.find((serial) => once.size === once.add(serial).size);
  return twice === undefined
    ? right(serials)
    : wrong(
        sentence(
          'The serial number %serial appears twice. Send each serial number once.',
          { serial: twice },
          'serials',
        ),
      );
};
