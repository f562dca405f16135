import type { ServerResponse } from 'node:http';
import { SECURITY_HEADERS } from './security-headers.js';

const LATER = Symbol('later headers');

interface Carrier {
  [LATER]?: string[];
}

/**
 * A header that goes with the head, whoever writes that. It is cheaper than `setHeader`: Node writes a head that was
 * never touched before from one flat list.
 */
export const addToHead = (response: ServerResponse, name: string, value: string): void => {
  ((response as ServerResponse & Carrier)[LATER] ??= []).push(name, value);
};

type Headers = readonly unknown[] | Readonly<Record<string, unknown>>;

const flat = (headers: Headers | undefined): readonly unknown[] => {
  if (headers === undefined) return [];
  return Array.isArray(headers) ? (headers as readonly unknown[]).flat() : Object.entries(headers).flat();
};

/** One by one, where somebody has set headers already; theirs stay. */
const setMissing = (response: ServerResponse, headers: readonly string[]): void => {
  for (let place = 0; place < headers.length; place += 2) {
    const [name = '', value = ''] = [headers[place], headers[place + 1]];
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
};

/** The security headers and those added to the head, for every answer of these responses. */
export const writeHeads = (responses: ServerResponse): void => {
  const original = responses.writeHead as (...args: readonly unknown[]) => ServerResponse;
  const writeHead = function (this: ServerResponse & Carrier, status: number, ...given: readonly unknown[]) {
    const later = this[LATER] ?? [];
    if (this.getHeaderNames().length > 0) {
      setMissing(this, [...SECURITY_HEADERS, ...later]);
      return original.call(this, status, ...given);
    }
    const reason = typeof given[0] === 'string' ? [given[0]] : [];
    const own = flat(given[reason.length] as Headers | undefined);
    return original.call(this, status, ...reason, [...SECURITY_HEADERS, ...later, ...own]);
  };
  Object.defineProperty(responses, 'writeHead', { value: writeHead, configurable: true, writable: true });
};
