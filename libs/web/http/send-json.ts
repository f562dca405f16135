import type { Response } from 'express';
import { endText } from './end-text.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes a JSON answer, once. */
export const sendJson = (response: Response, body: unknown): void => {
  const text = JSON.stringify(body ?? null);
  const length = Buffer.byteLength(text);
  response.writeHead(response.statusCode, ['Content-Type', JSON_TYPE, 'Content-Length', String(length)]);
  endText(response, text, length);
};
