import { createHash } from 'node:crypto';
import { InputRefused, sentence, wrongType } from '../kernel/index.js';
import { BrokenInput, type Input } from '../records/index.js';
import { decodeJson } from './body-reader.js';
import { BodyRefused } from './wire-errors.js';
import { asObject, unwrap } from './wrapper.js';

/** How many rows one call takes (pricing.md §7). */
export const BULK_ROWS_MAX = 10_000;

export const BULK_WRAPPER = 'records';
export const JSON_TYPE = 'application/json';
export const LINES_TYPE = 'application/x-ndjson';

/** The rows of a bulk call, those that are no object in their places. */
export interface BulkBody {
  readonly rows: readonly Input[];
  /** Of the bytes, for calls that may be repeated; two different bodies have different ones. */
  readonly digest: string;
}

const NO_OBJECT = sentence('A record is an object.');
const NO_JSON = sentence('Decoding error.');

const rowOf = (raw: unknown): Input => asObject(raw) ?? new BrokenInput(NO_OBJECT);

const mustBeFew = (count: number): void => {
  if (count <= BULK_ROWS_MAX) return;
  throw InputRefused.sentence('%count records were sent, at most %max can be saved at once.', {
    count,
    max: BULK_ROWS_MAX,
  });
};

const listed = (bytes: Buffer): readonly Input[] => {
  const list = unwrap(decodeJson(bytes), BULK_WRAPPER);
  if (!Array.isArray(list)) throw new InputRefused(wrongType(BULK_WRAPPER, list, 'object[]'));
  mustBeFew(list.length);
  return list.map(rowOf);
};

const lineRow = (line: Buffer): Input => {
  try {
    return rowOf(decodeJson(line));
  } catch (error) {
    if (error instanceof BodyRefused) return new BrokenInput(NO_JSON);
    throw error;
  }
};

const NEWLINE = 0x0a;
const isBlank = (byte: number | undefined): boolean =>
  byte === NEWLINE || byte === 0x0d || byte === 0x20 || byte === 0x09;

/** Blank lines at the end say nothing; anywhere else one is a line that is no object. */
const lines = (bytes: Buffer): readonly Buffer[] => {
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
  const found: Buffer[] = [];
  for (let start = 0; start < end;) {
    const next = bytes.indexOf(NEWLINE, start);
    const stop = next === -1 || next > end ? end : next;
    found.push(bytes.subarray(start, stop));
    start = stop + 1;
    mustBeFew(found.length);
  }
  return found;
};

/** Reads the body of a bulk call: `{"records": […]}` or JSON Lines; `keyed` if the call may be repeated. */
export const readBulk = (bytes: Buffer, type: string, keyed: boolean): BulkBody => ({
  rows: type === LINES_TYPE ? lines(bytes).map(lineRow) : listed(bytes),
  digest: keyed ? createHash('sha256').update(`${type}\n`).update(bytes).digest('hex') : '',
});
