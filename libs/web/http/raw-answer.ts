import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import { SECURITY_HEADERS } from './security-headers.js';

type Headers = Readonly<Record<string, string>>;

const headOf = (body: string, headers: Headers): readonly string[] => [
  ...SECURITY_HEADERS,
  ...Object.entries(headers).flat(),
  ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
  ...['Connection', 'close'],
];

/** A JSON error as a raw HTTP response, for connections without a valid request. */
export const rawRefusal = (status: number, message: string, headers: Headers = {}): string => {
  const body = JSON.stringify({ message });
  const head = headOf(body, headers);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let index = 0; index < head.length; index += 2) lines.push(`${head[index]}: ${head[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
};

/** Refuses a request before all other processing, and closes the connection. */
export const refuseAtOnce = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Headers = {},
): void => {
  const body = JSON.stringify({ message });
  // Express's own would add the headers of an answer.
  ServerResponse.prototype.writeHead.call(response, status, [...headOf(body, headers)]);
  response.end(body);
};

/** Ends a response with a text whose UTF-8 size is known. */
export const endText = (response: Response, text: string, bytes: number): void => {
  // With equal numbers of bytes and characters, the text is ASCII, which can be written as Latin-1 several times as
  // fast.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
};

const JSON_TYPE = 'application/json; charset=utf-8';

export const sendJson = (response: Response, body: unknown): void => {
  const text = JSON.stringify(body ?? null);
  const length = Buffer.byteLength(text);
  response.writeHead(response.statusCode, ['Content-Type', JSON_TYPE, 'Content-Length', String(length)]);
  endText(response, text, length);
};

const ONE_PIECE = 8192;

/** Sends bytes that are already JSON. */
export const sendJsonBytes = (response: Response, bytes: Buffer): void => {
  response.writeHead(response.statusCode, ['Content-Type', JSON_TYPE, 'Content-Length', String(bytes.length)]);
  // A short text is sent together with the head.
  if (bytes.length < ONE_PIECE) response.end(bytes.toString('latin1'), 'latin1');
  else response.end(bytes);
};
