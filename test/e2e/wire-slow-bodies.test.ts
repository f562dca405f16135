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
import { fakeOnly, INTERVALS } from '../support/fake-time.js';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { headOf, RawConnection, refusalIn } from '../support/raw-connection.js';
import { send } from '../support/send.js';
import { until } from '../support/until.js';

const KIB = 1024;
const BEARER = 'Authorization: Bearer admin:all';
const SHELVES = '/rest/V1/samples/shelves';
const BULK = '/rest/V1/samples/shelves/bulk';
const TOO_SLOW = /^The body arrived too slowly\. The minimum is \d+ KiB per second/;

const PROXY = '127.0.0.9';
const TOO_LARGE = new TooLarge(1_000_000);

/** Handlers that read the body themselves, in the two possible ways. */
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

/** The bytes that must arrive per tick. */
const PACE = ' '.repeat(8 * KIB);
/** Ticks until the server rejects a body that stopped, a usual body at minimum speed, and an upload. */
const [SLOW_TICKS, LONG_TICKS, UPLOAD_TICKS] = [12, 61, 1801];

/** Counts the bytes of each body that the server reads. */
class ReadBodies {
  private readonly bytes = new Map<number | undefined, number>();

  watch(): void {
    const { watch } = IncomingBodies.prototype;
    const begin = (port: number | undefined): void => void this.bytes.set(port, 0);
    const add = (port: number | undefined, bytes: number): void => void this.bytes.set(port, this.of(port) + bytes);
    jest.spyOn(IncomingBodies.prototype, 'watch').mockImplementation(function (this: IncomingBodies, request, ...more) {
      const body = watch.call(this, request, ...more);
      const { remotePort } = request.socket;
      begin(remotePort);
      for (const name of ['kept', 'passed'] as const) {
        const count = body[name].bind(body);
        body[name] = (bytes) => {
          add(remotePort, bytes);
          count(bytes);
        };
      }
      return body;
    });
  }

  /** -1 until the server starts to read the body. */
  of(port: number | undefined): number {
    return this.bytes.get(port) ?? -1;
  }
}

/** The tests trigger the ticks in which the server checks bodies, so that a busy machine has no influence. */
describe('slow bodies (wire.md "Upload speed")', () => {
  const read = new ReadBodies();
  let sample: SampleApp;
  let port: number;
  const open = (address?: string): Promise<RawConnection> => RawConnection.open(port, address);
  const ticks = (count: number): void => void jest.advanceTimersByTime(count * BODY_LIMITS.tickMs);
  /** Waits until the server has read at least these bytes of the body. */
  const isRead = (connection: RawConnection, bytes = 0): Promise<void> =>
    until(() => read.of(connection.socket.localPort) >= bytes, 1);
  /** Sends more of a body, and waits until the server has read it. */
  const sent = async (connection: RawConnection, text: string): Promise<void> => {
    const before = read.of(connection.socket.localPort);
    await isRead(connection.write(text), before + text.length);
  };
  const begin = async (head: string, body = ''): Promise<RawConnection> => {
    const connection = (await open()).write(head + body);
    await isRead(connection, body.length);
    return connection;
  };

  const start = async (bodies: BodyLimits): Promise<void> => {
    sample = await sampleApp({ bodies, trustedProxies: [PROXY] }, [Streams]);
    port = Number(new URL(sample.base).port);
  };

  beforeAll(async () => {
    fakeOnly(INTERVALS);
    read.watch();
    await start(BODY_LIMITS);
  });
  afterEach(() => {
    RawConnection.endAll();
  });
  afterAll(async () => {
    await sample.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it.each([
    ['nothing arrives', ''],
    ['only most of it arrives', ' '.repeat(60_000)],
  ])('return 408 with the rule and close the connection: %s', async (_, partial) => {
    const connection = await begin(headOf(SHELVES, 60_001, [BEARER]), partial);
    ticks(SLOW_TICKS);
    const { status, head, message } = refusalIn(await connection.ended());
    expect([status, message]).toEqual([408, expect.stringMatching(TOO_SLOW)]);
    expect(head).toMatch(/^Content-Type: application\/json; charset=utf-8$/m);
    expect(head).toMatch(/^Connection: close$/m);
    expect(head).toMatch(/^X-Content-Type-Options: nosniff$/m);
  });

  it('return 408 for a byte per tick, also in bulk calls', async () => {
    for (const path of [SHELVES, BULK]) {
      const connection = await begin(headOf(path, 60_000, [BEARER]));
      for (let tick = 1; tick < SLOW_TICKS; tick += 1) {
        await sent(connection, ' ');
        ticks(1);
      }
      const { status, message } = refusalIn(await connection.ended());
      expect([path, status, message]).toEqual([path, 408, expect.stringMatching(TOO_SLOW)]);
    }
  });

  it('return 408 after 30 seconds even at minimum speed, except for bulk calls', async () => {
    const whole = LONG_TICKS * PACE.length;
    const [usual, bulk] = [
      await begin(headOf(SHELVES, 900_000, [BEARER])),
      await begin(headOf(BULK, whole + 1, [BEARER])),
    ];
    for (let tick = 0; tick < LONG_TICKS; tick += 1) {
      await Promise.all([sent(usual, PACE), sent(bulk, PACE)]);
      ticks(1);
    }
    const { status, message } = refusalIn(await usual.ended());
    expect([status, message]).toEqual([408, 'The body did not arrive within 30 seconds. Send less data at once.']);
    // The server has read the whole body, which is no JSON because it contains only spaces.
    expect((await bulk.write(' ').until(/^HTTP\/1\.1 (\d{3}) /))[1]).toBe('400');
  });

  it.each(['pieces', 'file'])('of an upload (%s) can pause, but not forever', async (route) => {
    const form =
      route === 'file'
        ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nabc'
        : '{"a":';
    const end = route === 'file' ? '\r\n--b--\r\n' : '1}';
    const head = headOf(`/rest/V1/streams/${route}`, form.length + end.length);
    const upload = (): Promise<RawConnection> =>
      begin(head.replace('application/json', 'multipart/form-data; boundary=b'), form);
    const [pausing, endless] = [await upload(), await upload()];
    // No other body can pause for this long.
    const usual = await begin(headOf(SHELVES, 900_000, [BEARER]));
    ticks(SLOW_TICKS);
    expect(refusalIn(await usual.ended()).status).toBe(408);
    ticks(UPLOAD_TICKS - SLOW_TICKS - 1);
    await pausing.write(end).until(/^HTTP\/1\.1 200 /);
    ticks(1);
    const { status, message } = refusalIn(await endless.ended());
    expect([status, message]).toEqual([408, expect.stringMatching(/^The body did not arrive/)]);
  });

  it('do not keep a connection open if no handler reads them', async () => {
    const unread = [
      headOf(SHELVES, 60_000),
      headOf(SHELVES, 60_000, [BEARER]).replace('POST', 'GET'),
      headOf('/nowhere', 60_000),
      headOf('/swagger-json', 60_000).replace('POST', 'GET'),
    ];
    for (const head of unread) {
      const connection = await begin(head);
      ticks(LONG_TICKS);
      expect(await connection.ended()).toMatch(/^HTTP\/1\.1 (?:200|40\d) /);
    }
  });

  it('can arrive in single bytes', async () => {
    const body = JSON.stringify({ shelf: { code: 'x'.repeat(20) } });
    const connection = await open();
    connection.socket.setNoDelay(true);
    connection.write(headOf(SHELVES, body.length, [BEARER]));
    for (const byte of body) connection.write(byte);
    expect((await connection.until(/^HTTP\/1\.1 (\d{3}) /))[1]).toBe('200');
  });

  describe('above the shared memory limit', () => {
    const HUGE = 900_000;

    beforeAll(async () => {
      await sample.close();
      await start({ ...BODY_LIMITS, heldBytes: 256 * KIB });
    });

    const beginAt = async (address: string, bytes: number, headers: readonly string[] = []): Promise<RawConnection> => {
      const connection = await open(address);
      return connection.write(headOf(BULK, HUGE, [BEARER, ...headers]) + ' '.repeat(bytes));
    };
    const heldAt = async (...given: Parameters<typeof beginAt>): Promise<RawConnection> => {
      const connection = await beginAt(...given);
      await isRead(connection, given[1]);
      return connection;
    };

    it('end only the largest body of the address that holds the most', async () => {
      // Together, the small bodies of this address are larger than the large bodies of any other.
      const small = await Promise.all(Array.from({ length: 15 }, () => heldAt('127.0.0.2', 20_000)));
      const other = await heldAt('127.0.0.3', 100_000);
      const [first, largest] = [await heldAt('127.0.0.4', 80_000), await beginAt('127.0.0.4', 90_000)];
      const { status, message } = refusalIn(await largest.ended());
      expect([status, message]).toEqual([
        408,
        'Too many large bodies arrived at once. Bodies above 64 KiB share a limit of 256 KiB, and this one was the ' +
          'largest from your address. Send fewer or smaller bodies at once.',
      ]);
      for (const { received, isClosed } of [...small, other, first]) expect([received, isClosed]).toEqual(['', false]);
    });

    it('are counted for the forwarded address behind a trusted proxy', async () => {
      let clientPort = 50_000;
      const beginFor = (client: number, bytes: number) => {
        clientPort += 1;
        return beginAt(PROXY, bytes, [`X-Forwarded-For: 203.0.113.${client}:${clientPort}`]);
      };
      const [other, first] = [await beginFor(1, 110_000), await beginFor(2, 80_000)];
      await Promise.all([isRead(other, 110_000), isRead(first, 80_000)]);
      const largest = await beginFor(2, 90_000);
      expect(refusalIn(await largest.ended()).status).toBe(408);
      for (const connection of [other, first]) expect(connection.isClosed).toBe(false);
    });

    it('free the memory when they end', async () => {
      for (let round = 0; round < 4; round += 1) {
        const connection = await heldAt('127.0.0.2', 200_000);
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

it('the server uses the documented limits of bodies', () => {
  expect(BODY_LIMITS).toMatchObject({ heldBytes: 64 * KIB * KIB, smallBytes: 64 * KIB });
});

it('each route has the minimum speed of its kind', async () => {
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
    for (const [index, [kind, asking]] of routes.entries())
      expect([index, await kindOf(asking)]).toEqual([index, kind]);
  } finally {
    watched.mockRestore();
    await app.close();
  }
});
