import type { Response } from 'express';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Writes a JSON answer, once. */
export const sendJson = (response: Response, body: unknown): void => {
  const text = JSON.stringify(body ?? null);
  response.writeHead(response.statusCode, [
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
};
