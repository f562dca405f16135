import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { judgeBytes } from './byte-conditions.js';
import { endText } from './end-text.js';

/** A whole document with its type: a page, a code, a schema. */
interface SentDocument {
  readonly body: string | Buffer;
  /** `text/html; charset=utf-8`. */
  readonly type: string;
  /** How long others may keep it: `no-cache` lets them keep it, but ask each time. */
  readonly cacheControl: string;
  /** The headers that the response depends on, in addition to the path: `Accept, Accept-Language`. */
  readonly vary?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds to what the answer depends on, and takes nothing away. */
export const addVary = (response: Response, names: string): void => {
  const before = response.getHeader('Vary');
  response.setHeader('Vary', typeof before === 'string' && before !== '' ? `${before}, ${names}` : names);
};

/**
 * Sends a document with a strong ETag and its digest (RFC 9530), or 304 if the client has it already. HEAD returns
 * only the headers.
 */
export const sendDocument = (request: Request, response: Response, document: SentDocument): void => {
  const { body, type, cacheControl, vary, headers = {} } = document;
  const digest = hash('sha256', body, 'buffer');
  const etag = `"${digest.toString('base64url')}"`;
  const size = Buffer.byteLength(body);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (vary !== undefined) addVary(response, vary);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  response.setHeader('Repr-Digest', `sha-256=:${digest.toString('base64')}:`);
  // Ranges are for files: a document is small and sent whole.
  const { status } = judgeBytes('HEAD', request.headers, { size, etag });
  if (status !== 200) {
    response.statusCode = status;
    response.end();
    return;
  }
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', size);
  if (typeof body === 'string') endText(response, body, size);
  else response.end(body);
};
