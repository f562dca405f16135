import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from './security-headers.js';

const LATE_HEADERS = Symbol('later headers');

/** Headers that are computed when the head is written. */
const AT_HEAD = Symbol('headers of the last moment');

const UNSTORED = Symbol('an answer that must not be stored');

interface Carrier {
  [LATE_HEADERS]?: string[];
  [AT_HEAD]?: () => readonly [name: string, value: string] | undefined;
  [UNSTORED]?: boolean;
  /** The request; missing in tests. */
  readonly req?: IncomingMessage;
}

const NO_STORE: readonly string[] = ['Cache-Control', 'no-store'];

/** Marks the response as never to be stored by caches, because it contains a token. */
export const forbidStoring = (response: ServerResponse): void => {
  (response as ServerResponse & Carrier)[UNSTORED] = true;
};

/** Whether caches must not store the response by default, because it is for a signed-in caller. */
const isUnstored = ({ [UNSTORED]: forbidden, req }: Carrier): boolean =>
  forbidden === true || req?.headers.authorization !== undefined;

/**
 * Adds a header that is written with the others. Faster than `setHeader`, because Node.js can write all headers from
 * one flat list.
 */
export const addToHead = (response: ServerResponse, name: string, value: string): void => {
  ((response as ServerResponse & Carrier)[LATE_HEADERS] ??= []).push(name, value);
};

/** Adds a header that is computed when the head is written, if it is still needed. */
export const addAtHead = (
  response: ServerResponse,
  header: () => readonly [name: string, value: string] | undefined,
): void => {
  (response as ServerResponse & Carrier)[AT_HEAD] = header;
};

type Headers = readonly unknown[] | Readonly<Record<string, unknown>>;

const flat = (headers: Headers | undefined): readonly unknown[] => {
  if (headers === undefined) return [];
  if (!Array.isArray(headers)) return Object.entries(headers).flat();
  return Array.isArray(headers[0]) ? (headers as readonly unknown[]).flat() : headers;
};

/** If some headers are already set, sets the missing ones individually. */
const setMissing = (response: ServerResponse, headers: readonly string[]): void => {
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
};

/** Adds the security headers and the collected headers to these responses. */
export const writeHeads = (responses: ServerResponse): void => {
  const original = responses.writeHead as (...args: readonly unknown[]) => ServerResponse;
  const writeHead = function (this: ServerResponse & Carrier, status: number, ...given: readonly unknown[]) {
    const last = this[AT_HEAD]?.();
    const added = last ? [...(this[LATE_HEADERS] ?? []), ...last] : (this[LATE_HEADERS] ?? []);
    const later = isUnstored(this) ? [...added, ...NO_STORE] : added;
    if (this.getHeaderNames().length > 0) {
      setMissing(this, [...SECURITY_HEADERS, ...later]);
      return original.call(this, status, ...given);
    }
    const reason = typeof given[0] === 'string' ? [given[0]] : [];
    const own = flat(given[reason.length] as Headers | undefined);
    // A head that is written directly has no cache headers.
    return original.call(this, status, ...reason, [...SECURITY_HEADERS, ...later, ...own]);
  };
  Object.defineProperty(responses, 'writeHead', { value: writeHead, configurable: true, writable: true });
};
