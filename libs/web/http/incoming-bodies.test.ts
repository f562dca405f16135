import { EventEmitter } from 'node:events';
import type { Request } from 'express';
import { attach, type HttpRequestContext } from '../http-request-context.js';
import { BodyTimeout } from '../wire-errors.js';
import { BODY_LIMITS } from './body-pace.js';
import { readBytes } from './body-reader.js';
import { IncomingBodies } from './incoming-bodies.js';

const KIB = 1024;
const MIB = KIB * KIB;

/** Copied bytes measure the work for bodies during which other requests wait (wire.md "Upload speed"). */
describe('each chunk of a body', () => {
  let copied: number;
  beforeEach(() => {
    copied = 0;
    const { concat } = Buffer;
    jest.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
      for (const { length: bytes } of list) copied += bytes;
      return concat(list, length);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const requestIn = (bodies: IncomingBodies): Request & EventEmitter => {
    const request = Object.assign(new EventEmitter(), {
      headers: {},
      socket: { remoteAddress: '192.0.2.1' },
      resume: () => undefined,
      destroy: () => undefined,
    }) as unknown as Request & EventEmitter;
    attach(request, { bodies } as unknown as HttpRequestContext);
    return request;
  };

  const read = async (chunk: number, count: number): Promise<Buffer> => {
    const request = requestIn(new IncomingBodies(BODY_LIMITS));
    const body = readBytes(request, 64 * MIB);
    for (let at = 0; at < count; at += 1) request.emit('data', Buffer.alloc(chunk));
    request.emit('end');
    return body;
  };

  it.each([
    ['64 KiB', 64 * KIB, 512],
    ['4 KiB', 4 * KIB, 512],
  ])('of %s is copied once, when the body is complete', async (_, chunk, count) => {
    expect(await read(chunk, count)).toHaveLength(chunk * count);
    expect(copied).toBe(chunk * count);
  });

  it('of one byte causes at most 2 KiB to be copied', async () => {
    const count = 200_000;
    expect(await read(1, count)).toHaveLength(count);
    expect(copied).toBeLessThan(2 * KIB * count);
  });

  it('is rejected before it is copied if all bodies together become too large', async () => {
    const bodies = new IncomingBodies({ ...BODY_LIMITS, heldBytes: 40 * MIB });
    const requests = Array.from({ length: 60 }, () => requestIn(bodies));
    const read = requests.map((request) =>
      readBytes(request, 64 * MIB).then(
        () => 'complete',
        (error: unknown) => (error instanceof BodyTimeout ? 'refused' : 'failed'),
      ),
    );
    for (let at = 0; at < 16; at += 1) for (const request of requests) request.emit('data', Buffer.alloc(64 * KIB));
    expect(copied).toBe(0);
    for (const request of requests) request.emit('end');
    const ends = await Promise.all(read);
    expect([...new Set(ends)].sort()).toEqual(['complete', 'refused']);
    const complete = ends.filter((end) => end === 'complete').length;
    expect(complete).toBeLessThanOrEqual(40);
    expect(copied).toBe(complete * MIB);
  });
});
