import { InexactNumber, InputRefused, sentence, wrongType } from '../kernel/index.js';
import { yieldToEventLoop, BrokenInput, type Input } from '../records/index.js';
import { decodeCounted, decodeJson, decodeSent, tooManyValues, BodyRefused, withoutMark } from '../web/index.js';
import { BULK_ROWS_MAX, BULK_WRAPPER, LINES_TYPE } from '../operations/index.js';
import { takeApart } from './json-rows.js';
import { asObject, BULK_VALUES_MAX, mustBeFew, noRow, tooLongRow, unwrap } from '../calls/index.js';

const rowOf = (raw: unknown): Input => asObject(raw) ?? noRow();

/**
 * Parses a row. A row that cannot be stored as sent becomes a `BrokenInput`, so that it fails without affecting the
 * others.
 */
const elementOf = (part: Buffer): Input => {
  try {
    return rowOf(decodeJson(part));
  } catch (error) {
    if (error instanceof InexactNumber) return new BrokenInput(error.faults[0]);
    throw error;
  }
};

/** Number of bytes to parse before yielding to other work. */
const PIECE = 64 * 1024;

/** Parses rows and yields to other work in between. Rows that are too long become a `BrokenInput`. */
export const rowsIn = async <R>(
  parts: readonly Buffer[],
  longest: number,
  read: (part: Buffer) => R,
): Promise<readonly (R | BrokenInput)[]> => {
  const rows: (R | BrokenInput)[] = [];
  let size = 0;
  for (const part of parts) {
    rows.push(part.length > longest ? tooLongRow(longest) : read(part));
    size += part.length;
    if (size < PIECE) continue;
    size = 0;
    await yieldToEventLoop();
  }
  return rows;
};

const listed = async (bytes: Buffer, longest: number): Promise<readonly Input[]> => {
  const { frame, elements, count, values } = await takeApart(bytes, BULK_ROWS_MAX);
  // Checked before parsing the frame, which contains all elements above the limit.
  mustBeFew(count);
  if (values > BULK_VALUES_MAX) throw tooManyValues(BULK_VALUES_MAX);
  const list = unwrap(decodeSent(frame), BULK_WRAPPER);
  if (!Array.isArray(list)) throw new InputRefused(wrongType(BULK_WRAPPER, list, 'object[]'));
  const parts = list.flatMap((index) => elements[Number(index)] ?? []);
  return rowsIn(parts, longest, elementOf);
};

/** Returns a parser for the lines of one body, which share a limit on the number of values. */
const lineReader = (): ((line: Buffer) => Input) => {
  let held = 0;
  return (line) => {
    try {
      const { value, values } = decodeCounted(line);
      held += values;
      if (held > BULK_VALUES_MAX) throw tooManyValues(BULK_VALUES_MAX);
      return rowOf(value);
    } catch (error) {
      if (error instanceof InexactNumber) return new BrokenInput(error.faults[0]);
      if (error instanceof BodyRefused) return new BrokenInput(sentence(error.message));
      throw error;
    }
  };
};

/** The error for an empty body, which a failed export may send; a call without changes sends `{"records":[]}`. */
const emptyBody = (): InputRefused =>
  InputRefused.sentence('The body is empty. Send at least one row, or {"records":[]} if nothing has changed.');

const NEWLINE = 0x0a;
const isBlank = (byte: number | undefined): boolean =>
  byte === NEWLINE || byte === 0x0d || byte === 0x20 || byte === 0x09;

/** Splits into lines. Trailing blank lines are ignored; any other blank line is an invalid row. */
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

/**
 * Reads the rows of a bulk call, `{"records": […]}` or JSON Lines. A `BrokenInput` replaces rows that are not objects
 * or longer than `longest` bytes.
 */
export const readBulk = async (sent: Buffer, type: string, longest: number): Promise<readonly Input[]> => {
  const bytes = type === LINES_TYPE ? withoutMark(sent) : sent;
  if (bytes.length === 0) throw emptyBody();
  return type === LINES_TYPE ? rowsIn(lines(bytes), longest, lineReader()) : listed(bytes, longest);
};
