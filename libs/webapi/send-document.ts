import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { judgeBytes } from './byte-conditions.js';

/** A whole document with its type: a page, a code, a schema. */
export interface SentDocument {
  readonly body: string | Buffer;
  /** `text/html; charset=utf-8`. */
  readonly type: string;
  /** How long others may keep it: `no-cache` lets them keep it, but ask each time. */
  readonly cacheControl: string;
  /** What the answer depends on beside the path: `Accept, Accept-Language`. */
  readonly vary?: string;
  /** Strong, quotation marks included; of the bytes, if not given. */
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds to what the answer depends on, and takes nothing away. */
export const addVary = (response: Response, names: string): void => {
  const before = response.getHeader('Vary');
  response.setHeader('Vary', typeof before === 'string' && before !== '' ? `${before}, ${names}` : names);
};

/** Writes a document with its digest (RFC 9530), or 304 for whoever has it already. HEAD gets the headers alone. */
export const sendDocument = (request: Request, response: Response, document: SentDocument): void => {
  const { body, type, cacheControl, vary, headers = {} } = document;
  const hash = createHash('sha256').update(body).digest();
  const etag = document.etag ?? `"${hash.toString('base64url')}"`;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (vary !== undefined) addVary(response, vary);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  response.setHeader('Repr-Digest', `sha-256=:${hash.toString('base64')}:`);
  // Ranges are for files: a document is small and comes whole.
  const { status } = judgeBytes('HEAD', request.headers, { size: Buffer.byteLength(body), etag });
  if (status !== 200) {
    response.statusCode = status;
    response.end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
};
