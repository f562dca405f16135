import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { trimmed } from './fields-filter.js';
import { sendJson } from './raw-answer.js';
import { streamTo } from './serve-bytes.js';

const base64Length = (size: number): number => Math.ceil(size / 3) * 4;

/** Encodes bytes in base64, in whole groups of three. */
async function* base64Of(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const all = Buffer.concat([rest, chunk]);
    const whole = all.length - (all.length % 3);
    rest = all.subarray(whole);
    yield Buffer.from(all.toString('base64', 0, whole), 'latin1');
  }
  yield Buffer.from(rest.toString('base64'), 'latin1');
}

async function* around(head: string, middle: AsyncIterable<Buffer>, tail: string): AsyncGenerator<Buffer, void> {
  yield Buffer.from(head);
  yield* middle;
  yield Buffer.from(tail);
}

/** Bytes in a member of a JSON response. */
interface MemberBytes {
  readonly name: string;
  readonly size: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Streams a JSON response whose last member is base64-encoded bytes. `fields=` filters it like any other response
 * (wire.md §3).
 */
export const sendWithBytes = async (
  request: Request,
  response: Response,
  body: Readonly<Record<string, unknown>>,
  { name, size, open }: MemberBytes,
): Promise<void> => {
  const mark = randomUUID();
  const { fields } = request.query;
  const whole = { ...body, [name]: mark };
  const answer = fields === undefined ? whole : trimmed(whole, fields);
  const [head = '', tail] = JSON.stringify(answer).split(mark);
  if (tail === undefined) {
    sendJson(response, answer);
    return;
  }
  const bytes = await open();
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(head) + base64Length(size) + Buffer.byteLength(tail));
  await streamTo(response, around(head, base64Of(bytes), tail));
};
