import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { requestContextOf } from '../http-request-context.js';
import { isBelow } from './query-string.js';
import { evaluateConditions } from './byte-conditions.js';
import { endText } from './raw-answer.js';

/** A complete document with its type: a page, a code or a schema. */
interface SentDocument {
  readonly body: string | Buffer;
  /** For example `text/html; charset=utf-8`. */
  readonly type: string;
  /** Cache-Control of the document. With `no-cache`, caches may store it but must revalidate each time. */
  readonly cacheControl: string;
  /** The headers that the response depends on: `Accept, Accept-Language`. */
  readonly vary?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Adds names to the Vary header and keeps existing ones. */
export const addVary = (response: Response, names: string): void => {
  const before = response.getHeader('Vary');
  response.setHeader('Vary', typeof before === 'string' && before !== '' ? `${before}, ${names}` : names);
};

const HTML = 'text/html';

/** Sets the declared Content-Security-Policy of a document; without one the response has the default policy. */
const setPolicy = (request: Request, response: Response, type: string): void => {
  const [media = ''] = type.split(';');
  // Compares the route, because a path has several spellings.
  const { route = '', settings } = requestContextOf(request);
  const page = settings.pages.find((one) => (one.type ?? HTML) === media && isBelow(route, one.path));
  if (page) response.setHeader('Content-Security-Policy', page.csp);
};

interface SentPage extends Pick<SentDocument, 'body' | 'type' | 'cacheControl' | 'vary'> {
  readonly status: number;
}

/** Sends a text with a status and without an ETag, such as a page or JSON about a missing document. */
export const sendWithStatus = (request: Request, response: Response, page: SentPage): void => {
  const { status, body, type, cacheControl, vary } = page;
  response.statusCode = status;
  if (vary !== undefined) addVary(response, vary);
  response.setHeader('Cache-Control', cacheControl);
  setPolicy(request, response, type);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
};

/**
 * Sends a document with a strong ETag and its digest (RFC 9530), or 304 if the client has it already. For HEAD, only
 * sends the headers.
 */
export const sendDocument = (request: Request, response: Response, document: SentDocument): void => {
  const { body, type, cacheControl, vary, headers = {} } = document;
  const digest = hash('sha256', body, 'buffer');
  const etag = `"${digest.toString('base64url')}"`;
  const size = Buffer.byteLength(body);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  setPolicy(request, response, type);
  if (vary !== undefined) addVary(response, vary);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  response.setHeader('Repr-Digest', `sha-256=:${digest.toString('base64')}:`);
  // Ranges are for files; a document is small and always sent completely.
  const { status } = evaluateConditions('HEAD', request.headers, { size, etag });
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
