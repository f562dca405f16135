import type { Request, Response } from 'express';
import { addVary, discard, hasBody, sendDocument } from '../../../../../libs/web/index.js';
import { NotSignedIn } from '../../../../../libs/kernel/index.js';
import { failed } from '../../domain/results.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** The response depends on the reader, so shared caches must not store it. */
export const PRIVATE = 'private, no-store';
export const VARY = 'Authorization, Cookie';

const BEARER = /^bearer +(\S+) *$/i;

/** The bearer token of a request, valid or not. */
export const tokenOf = ({ headers: { authorization } }: Request): string | undefined =>
  authorization === undefined ? undefined : (BEARER.exec(authorization)?.[1] ?? '');

/** Sends an EN 18222 error result. An unread request body is discarded. */
export const fail = (response: Response, status: number, text: string): void => {
  if (hasBody(response.req) && !response.req.readableEnded) discard(response.req);
  response.statusCode = status;
  addVary(response, VARY);
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  response.setHeader('Cache-Control', PRIVATE);
  const result = failed(status, text);
  const body = result === undefined ? '' : JSON.stringify(result);
  if (result !== undefined) response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
};

/** Responds to a refused token. Rethrows other errors, which the web layer answers in EN 18222 form. */
export const failSignIn = (response: Response, error: unknown): void => {
  if (!(error instanceof NotSignedIn)) throw error;
  fail(
    response,
    401,
    'The request has no valid grant. Send the token of a valid grant in the header `Authorization: Bearer <token>`.',
  );
};

export const succeed = (
  request: Request,
  response: Response,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const cacheControl = request.headers.authorization === undefined ? 'no-cache' : PRIVATE;
  sendDocument(request, response, { body, type: JSON_TYPE, cacheControl, vary: VARY, headers });
};
