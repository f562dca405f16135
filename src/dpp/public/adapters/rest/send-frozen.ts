import type { Request, Response } from 'express';
import { sendDocument, trimmed } from '../../../../../libs/web/index.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The JSON text as `fields=` wants it; without one as it is, byte for byte. */
const asAsked = (text: string, { fields }: Request['query']): string =>
  fields === undefined ? text : JSON.stringify(trimmed(JSON.parse(text), fields));

/**
 * Answers a JSON text that was made before, with its strong ETag and its digest (RFC 9530); 304 for whoever has it. It may
 * be kept but is asked for each time, since a passport can be withdrawn at any moment.
 */
export const sendFrozen = (request: Request, response: Response, text: string): void => {
  const body = request.url.includes('fields') ? asAsked(text, request.query) : text;
  sendDocument(request, response, { body, type: JSON_TYPE, cacheControl: 'no-cache' });
};

/** Nothing matches: `null` with 200 (wire.md §3). */
export const sendNothing = (response: Response): void => {
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('Cache-Control', 'no-cache');
  response.end('null');
};
