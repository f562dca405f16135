import { constants, deflateSync, inflateSync } from 'node:zlib';
import { type NamedCall, parseJson } from '../kernel/index.js';
import type { Sent } from '../calls/index.js';
import { BrokenInput } from '../records/index.js';

/** Longer ones are packed: a statement must hold the body of a whole bulk call. */
const PACKED_FROM = 4 * 1024 * 1024;
const PACKED = 'z:';

/** Stands for a row that could not be read; its fault is stored. */
const BROKEN = '\u0000broken';

const replaced = (_key: string, value: unknown): unknown =>
  value instanceof BrokenInput ? { [BROKEN]: value.fault } : value;

/** A tenth of the bytes is written for it; the worker of a bulk has the time for that, a server that answers hasn't. */
const ANSWERS_PACKED_FROM = 16 * 1024;

const FAST = { level: constants.Z_BEST_SPEED };

const packed = (text: string): string => PACKED + deflateSync(text, FAST).toString('base64');

/** A text as it is stored. */
export const pack = (text: string): string => (text.length < PACKED_FROM ? text : packed(text));

/** Answers of many calls as they are stored. */
export const packAnswers = (text: string): string => (text.length < ANSWERS_PACKED_FROM ? text : packed(text));

export const unpack = (stored: string): string =>
  stored.startsWith(PACKED) ? inflateSync(Buffer.from(stored.slice(PACKED.length), 'base64')).toString() : stored;

/** Fits into a text column at four bytes per character. A refusal may repeat a whole line of the input. */
const MESSAGE_CHARS = 16_000;

/** A message as it is stored. */
export const shortened = (message: string): string =>
  message.length <= MESSAGE_CHARS ? message : `${message.slice(0, MESSAGE_CHARS - 1)}…`;

/** The input as JSON. */
export const textOfSent = (sent: unknown): string => JSON.stringify(sent ?? null, replaced);

const rowIn = (row: unknown): unknown => {
  const fault = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[BROKEN] : undefined;
  return fault === undefined ? row : new BrokenInput(fault as BrokenInput['fault']);
};

/** The same again, of rows with those that could not be read. */
export const sentIn = (text: string): unknown => {
  const sent = parseJson(text);
  return Array.isArray(sent) ? sent.map(rowIn) : sent;
};

/** Name under which the steps of this job's calls are stored, with the call's position as key. */
export const nameOfSteps = (uuid: string): Pick<NamedCall, 'caller' | 'route'> => ({ caller: 'job', route: uuid });

/** Common data of the calls of one job. */
export interface CallsInput {
  readonly service: string;
  readonly name: string;
  /** Whether each call contains its own path parameters. */
  readonly listed: boolean;
  readonly params: Sent['params'];
  readonly query: Sent['query'];
}
