import { constants, deflateSync, inflateSync } from 'node:zlib';
import { type NamedCall, parseJson } from '../kernel/index.js';
import type { Sent } from '../calls/index.js';
import { BrokenInput } from '../records/index.js';

/** Compress longer texts, so that one statement can hold the body of a whole bulk call. */
const PACKED_FROM = 4 * 1024 * 1024;
const PACKED = 'z:';

/** Stands for an unreadable row and holds its error. */
const BROKEN = '\u0000broken';

const replaced = (_key: string, value: unknown): unknown =>
  value instanceof BrokenInput ? { [BROKEN]: value.fault } : value;

/** Compression reduces the bytes written to a tenth. Job workers have the time for that; request handlers do not. */
const ANSWERS_PACKED_FROM = 16 * 1024;

const FAST = { level: constants.Z_BEST_SPEED };

const packed = (text: string): string => PACKED + deflateSync(text, FAST).toString('base64');

/** Compresses a long text for storage. */
export const pack = (text: string): string => (text.length < PACKED_FROM ? text : packed(text));

/** Compresses the answers of many calls for storage. */
export const packAnswers = (text: string): string => (text.length < ANSWERS_PACKED_FROM ? text : packed(text));

export const unpack = (stored: string): string =>
  stored.startsWith(PACKED) ? inflateSync(Buffer.from(stored.slice(PACKED.length), 'base64')).toString() : stored;

/** Fits into a text column at four bytes per character. An error message may repeat a whole line of the input. */
const MESSAGE_CHARS = 16_000;

export const shortened = (message: string): string =>
  message.length <= MESSAGE_CHARS ? message : `${message.slice(0, MESSAGE_CHARS - 1)}…`;

/** Serializes the input as JSON, including unreadable rows. */
export const textOfSent = (sent: unknown): string => JSON.stringify(sent ?? null, replaced);

const rowIn = (row: unknown): unknown => {
  const fault = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[BROKEN] : undefined;
  return fault === undefined ? row : new BrokenInput(fault as BrokenInput['fault']);
};

/** Parses text from `textOfSent`. */
export const sentIn = (text: string): unknown => {
  const sent = parseJson(text);
  return Array.isArray(sent) ? sent.map(rowIn) : sent;
};

/** The key prefix of the stored progress of this job's calls. */
export const nameOfSteps = (uuid: string): Pick<NamedCall, 'caller' | 'route'> => ({ caller: 'job', route: uuid });

/** Data shared by all calls of one job. */
export interface CallsInput {
  readonly service: string;
  readonly name: string;
  /** Whether each call contains its own path parameters. */
  readonly listed: boolean;
  readonly params: Sent['params'];
  readonly query: Sent['query'];
}
