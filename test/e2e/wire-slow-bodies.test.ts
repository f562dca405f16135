import type { Request } from 'express';
import { Post } from '@nestjs/common';
import { BODY_LIMITS, type BodyLimits } from '../../libs/web/http/body-pace.js';
import { IncomingBodies } from '../../libs/web/http/incoming-bodies.js';
import { piecesOf } from '../../libs/web/http/long-string.js';
import { TooLarge } from '../../libs/kernel/index.js';
import { Anonymous, Describes, readOneFile } from '../../libs/web/index.js';
import { answers } from '../../libs/operations/index.js';
import { RestController, StreamsBody } from '../../libs/rest/index.js';
import { startApp } from '../support/app.js';
import { Documents } from '../support/documents.js';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { headOf, RawConnection, refusalIn } from '../support/raw-connection.js';
import { send } from '../support/send.js';

const KIB = 1024;
const BEARER = 'Authorization: Bearer admin:all';
const SHELVES = '/rest/V1/samples/shelves';
const BULK = '/rest/V1/samples/shelves/bulk';
const TOO_SLOW = /^The body arrived too slowly\. The minimum is \d+ KiB per second/;

const PROXY = '127.0.0.9';
const TOO_LARGE = new TooLarge(1_000_000);

/** Handlers that read their bytes by themselves, in both ways there are. */
@RestController('streams')
class Streams {
  @Post('pieces')
  @Anonymous()
  @Describes({ summary: 'Reads piece by piece', answer: answers.true })
  async pieces(@StreamsBody() request: Request): Promise<boolean> {
    for await (const piece of piecesOf(request, 1_000_000, TOO_LARGE)) void piece;
    return true;
  }

  @Post('file')
  @Anonymous()
  @Describes({ summary: 'Reads a form', answer: answers.true })
  file(@StreamsBody() request: Request): Promise<boolean> {
    return readOneFile(request, { field: 'file', maxBytes: 1_000_000, tooLarge: TOO_LARGE }, async ({ bytes }) => {
      for await (const chunk of bytes) void chunk;
      return true;
    });
  }
}

/** A whole second stands for thirty. */
const SHORT: BodyLimits = {
  paces: {
    usual: { bytesPerSecond: 16 * KIB, seconds: 1 },
    bulk: { bytesPerSecond: 16 * KIB },
    upload: { seconds: 1 },
    discarded: { seconds: 1 },
  },
  behindSeconds: 0.3,
  smallBytes: 64 * KIB,
  heldBytes: 256 * KIB,
  tickMs: 50,
};

describe('bodies that come slowly (wire.md "How a body must come")', () => {
  let sample: SampleApp;
  let port: number;
  const open = (address?: string): Promise<RawConnection> => RawConnection.open(port, address);
  const drip = (connection: RawConnection, everyMs: number, text: string): void => {
    const timer = setInterval(() => (connection.isClosed ? clearInterval(timer) : connection.write(text)), everyMs);
    connection.socket.on('close', () => clearInterval(timer));
  };

  beforeAll(async () => {
    sample = await sampleApp({ bodies: SHORT, trustedProxies: [PROXY] }, [Streams]);
    port = Number(new URL(sample.base).port);
  });
  afterEach(() => {
    RawConnection.endAll();
  });
  afterAll(() => sample.close());

  it.each([
    ['nothing of it', ''],
    ['most of it at once', ' '.repeat(60_000)],
  ])('%s comes: 408 that names the rule, and the connection ends', async (_, begun) => {
    const connection = await open();
    connection.write(headOf(SHELVES, 60_001, [BEARER]) + begun);
    const { status, head, message } = refusalIn(await connection.ended());
    expect([status, message]).toEqual([408, expect.stringMatching(TOO_SLOW)]);
    expect(head).toMatch(/^Content-Type: application\/json; charset=utf-8$/m);
    expect(head).toMatch(/^Connection: close$/m);
    expect(head).toMatch(/^X-Content-Type-Options: nosniff$/m);
  });

  it('a byte now and then is too slow too, a bulk call among them', async () => {
    for (const path of [SHELVES, BULK]) {
      const connection = await open();
      connection.write(headOf(path, 60_000, [BEARER]));
      drip(connection, 20, ' ');
      const { status, message } = refusalIn(await connection.ended());
      expect([path, status, message]).toEqual([path, 408, expect.stringMatching(TOO_SLOW)]);
    }
  });

  it('one that keeps its pace but takes too long is ended, a bulk call may go on', async () => {
    const [usual, bulk] = [await open(), await open()];
    usual.write(headOf(SHELVES, 900_000, [BEARER]));
    bulk.write(headOf(BULK, 100_000, [BEARER]));
    for (const connection of [usual, bulk]) drip(connection, 20, ' '.repeat(KIB));
    const { status, message } = refusalIn(await usual.ended());
    expect([status, message]).toEqual([408, 'The body did not arrive within 1 seconds. Send less data at once.']);
    // All of it: nothing but spaces is no JSON.
    expect((await bulk.until(/^HTTP\/1\.1 (\d{3}) /))[1]).toBe('400');
  });

  it.each(['pieces', 'file'])('an upload (%s) may pause, but not for ever', async (route) => {
    const connection = await open();
    const form =
      route === 'file'
        ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc'
        : '{"a":';
    const head = headOf(`/rest/V1/streams/${route}`, 900_000);
    const began = performance.now();
    connection.write(head.replace('application/json', 'multipart/form-data; boundary=b') + form);
    const { status, message } = refusalIn(await connection.ended());
    expect([status, message]).toEqual([408, expect.stringMatching(/^The body did not arrive/)]);
    // Longer than anything else may pause.
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('a body that nobody reads holds no connection either', async () => {
    const unread = [
      headOf(SHELVES, 60_000),
      headOf(SHELVES, 60_000, [BEARER]).replace('POST', 'GET'),
      headOf('/nowhere', 60_000),
      headOf('/swagger-json', 60_000).replace('POST', 'GET'),
    ];
    for (const head of unread) {
      const connection = (await open()).write(head);
      // As long as something comes, Node itself sees no idle connection.
      drip(connection, 20, ' ');
      expect(await connection.ended()).toMatch(/^HTTP\/1\.1 (?:200|40\d) /);
    }
  });

  it('what comes in single bytes is one body all the same', async () => {
    const body = JSON.stringify({ shelf: { code: 'x'.repeat(20) } });
    const connection = await open();
    connection.socket.setNoDelay(true);
    connection.write(headOf(SHELVES, body.length, [BEARER]));
    for (const byte of body) connection.write(byte);
    expect((await connection.until(/^HTTP\/1\.1 (\d{3}) /))[1]).toBe('200');
  });

  describe('many large ones at once', () => {
    const HUGE = 900_000;
    const begin = async (address: string, bytes: number, headers: readonly string[] = []): Promise<RawConnection> => {
      const connection = await open(address);
      connection.write(headOf(BULK, HUGE, [BEARER, ...headers]) + ' '.repeat(bytes));
      return connection;
    };

    it('cost the address that holds most its largest; small ones and others go on', async () => {
      // Small ones of one address that hold more together than the large ones of any.
      const small = await Promise.all(Array.from({ length: 15 }, () => begin('127.0.0.2', 20_000)));
      for (const connection of small) drip(connection, 50, ' '.repeat(KIB));
      const other = await begin('127.0.0.3', 100_000);
      const [first, largest] = [await begin('127.0.0.4', 80_000), await begin('127.0.0.4', 90_000)];
      for (const connection of [other, first, largest]) drip(connection, 50, ' '.repeat(1.5 * KIB));
      const { status, message } = refusalIn(await largest.ended());
      expect([status, message]).toEqual([
        408,
        'Too many large bodies arrived at once. Bodies above 64 KiB share a limit of 256 KiB, and this one was the ' +
          'largest from its address. Send fewer or smaller bodies at once.',
      ]);
      for (const { received, isClosed } of [...small, other, first]) expect([received, isClosed]).toEqual(['', false]);
    });

    it('are counted behind a proxy of ours for whom it tells of', async () => {
      let clientPort = 50_000;
      const beginFor = (client: number, bytes: number) => {
        clientPort += 1;
        return begin(PROXY, bytes, [`X-Forwarded-For: 203.0.113.${client}:${clientPort}`]);
      };
      const all = [await beginFor(1, 110_000), await beginFor(2, 80_000), await beginFor(2, 90_000)];
      for (const connection of all) drip(connection, 50, ' '.repeat(1.5 * KIB));
      const [other, first, largest] = all;
      expect(refusalIn((await largest?.ended()) ?? '').status).toBe(408);
      for (const connection of [other, first]) expect(connection?.isClosed).toBe(false);
    });

    it('what was held is free again when they are gone', async () => {
      for (let round = 0; round < 4; round += 1) {
        const connection = await begin('127.0.0.2', 200_000);
        drip(connection, 20, ' '.repeat(KIB));
        if (round % 2 === 0) connection.end();
        else connection.write(' '.repeat(HUGE - 200_000));
        if (round % 2 === 1) await connection.until(/^HTTP\/1\.1 (?:400|408) /);
      }
      const { status } = await send(sample.base, {
        method: 'POST',
        path: BULK,
        token: 'admin:all',
        body: { records: [{ code: 'z'.repeat(200_000) }] },
      });
      expect(status).toBe(200);
    });
  });
});

it('the limits in force are those of the documents', () => {
  expect(BODY_LIMITS).toMatchObject({ heldBytes: 64 * KIB * KIB, smallBytes: 64 * KIB });
});

it('each route asks for the pace of its kind', async () => {
  const watched = jest.spyOn(IncomingBodies.prototype, 'watch');
  const app = await startApp();
  try {
    const documents = new Documents(app);
    const [id, token] = [await documents.document(), await app.adminToken()];
    const post = (path: string, type = 'application/json') =>
      app.call('POST', path, '{}', token, { 'content-type': type });
    const kindOf = async (asking: () => Promise<unknown>): Promise<string | undefined> => {
      watched.mockClear();
      await asking();
      return watched.mock.calls[0]?.[1];
    };
    const lines = 'application/x-ndjson';
    const routes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['usual', () => post('/rest/V1/commerce/products')],
      ['usual', () => post('/rest/V1/pricing/get-multi-price')],
      ['usual', () => post('/graphql')],
      ['bulk', () => post('/rest/V1/commerce/products/bulk')],
      ['bulk', () => post('/rest/V1/commerce/products/bulk', lines)],
      ['bulk', () => post('/rest/V1/dpp/manage/import', lines)],
      ['upload', () => documents.putJson(id, 'a.txt', 'YWJj')],
      ['upload', () => documents.putForm(id, 'a.txt', Buffer.from('abc'))],
    ];
    for (const [place, [kind, asking]] of routes.entries())
      expect([place, await kindOf(asking)]).toEqual([place, kind]);
  } finally {
    watched.mockRestore();
    await app.close();
  }
});
