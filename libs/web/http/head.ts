import type { IncomingMessage, ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from './security-headers.js';

const LATER = Symbol('later headers');

/** Called when the headers are written, for late headers. */
const LAST = Symbol('headers of the last moment');

const UNSTORED = Symbol('an answer that must not be stored');

interface Carrier {
  [LATER]?: string[];
  [LAST]?: () => readonly [name: string, value: string] | undefined;
  [UNSTORED]?: boolean;
  /** Node's own; tests make answers without one. */
  readonly req?: IncomingMessage;
}

const NO_STORE: readonly string[] = ['Cache-Control', 'no-store'];

/** This response must never be stored: it contains a token. */
export const forbidStoring = (response: ServerResponse): void => {
  (response as ServerResponse & Carrier)[UNSTORED] = true;
};

/** Whether caches must not store the response, unless it says otherwise: it is for a signed-in caller. */
const isUnstored = ({ [UNSTORED]: forbidden, req }: Carrier): boolean =>
  forbidden === true || req?.headers.authorization !== undefined;

/**
 * A header that is written with the others. Cheaper than `setHeader`: Node writes untouched headers from one flat
 * list.
 */
export const addToHead = (response: ServerResponse, name: string, value: string): void => {
  ((response as ServerResponse & Carrier)[LATER] ??= []).push(name, value);
};

/** A header that is computed when the head is written, if it is needed then. */
export const addAtHead = (
  response: ServerResponse,
  header: () => readonly [name: string, value: string] | undefined,
): void => {
  (response as ServerResponse & Carrier)[LAST] = header;
};

type Headers = readonly unknown[] | Readonly<Record<string, unknown>>;

const flat = (headers: Headers | undefined): readonly unknown[] => {
  if (headers === undefined) return [];
  if (!Array.isArray(headers)) return Object.entries(headers).flat();
  return Array.isArray(headers[0]) ? (headers as readonly unknown[]).flat() : headers;
};

/** Sets headers one by one if some are already set; those stay. */
const setMissing = (response: ServerResponse, headers: readonly string[]): void => {
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]];
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
};

/** The security headers and those added to the head, for every answer of these responses. */
export const writeHeads = (responses: ServerResponse): void => {
  const original = responses.writeHead as (...args: readonly unknown[]) => ServerResponse;
  const writeHead = function (this: ServerResponse & Carrier, status: number, ...given: readonly unknown[]) {
    const last = this[LAST]?.();
    const added = last ? [...(this[LATER] ?? []), ...last] : (this[LATER] ?? []);
    const later = isUnstored(this) ? [...added, ...NO_STORE] : added;
    if (this.getHeaderNames().length > 0) {
      setMissing(this, [...SECURITY_HEADERS, ...later]);
      return original.call(this, status, ...given);
    }
    const reason = typeof given[0] === 'string' ? [given[0]] : [];
    const own = flat(given[reason.length] as Headers | undefined);
    // A head that is written directly contains no cache headers.
    return original.call(this, status, ...reason, [...SECURITY_HEADERS, ...later, ...own]);
  };
  Object.defineProperty(responses, 'writeHead', { value: writeHead, configurable: true, writable: true });
};
