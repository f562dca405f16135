import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { requestContextOf } from '../http-request-context.js';
import { isBelow } from './query-string.js';
import { evaluateConditions } from './byte-conditions.js';
import { endText } from './raw-answer.js';

/** A whole document with its type: a page, a code, a schema. */
interface SentDocument {
  readonly body: string | Buffer;
  /** `text/html; charset=utf-8`. */
  readonly type: string;
  /** Cache-Control for the document: with `no-cache`, caches may store it but revalidate each time. */
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

const HTML = 'text/html';

/** Sets the declared Content-Security-Policy of a document; without one, the response gets the usual one. */
const setPolicy = (request: Request, response: Response, type: string): void => {
  const [media = ''] = type.split(';');
  // The route and not the path, which has several spellings.
  const { route = '', settings } = requestContextOf(request);
  const page = settings.pages.find((one) => (one.type ?? HTML) === media && isBelow(route, one.path));
  if (page) response.setHeader('Content-Security-Policy', page.csp);
};

interface SentPage extends Pick<SentDocument, 'body' | 'type' | 'cacheControl' | 'vary'> {
  readonly status: number;
}

/** Sends a text with its status and without an ETag: a page or JSON about a document that does not exist. */
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
 * Sends a document with a strong ETag and its digest (RFC 9530), or 304 if the client has it already. HEAD returns
 * only the headers.
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
  // Ranges are for files: a document is small and sent whole.
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
