import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Get } from '@nestjs/common';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../../libs/web/http/connection-limits.js';
import { Anonymous, Describes } from '../../libs/web/index.js';
import { answers } from '../../libs/operations/index.js';
import { RestController } from '../../libs/rest/index.js';
import { startApp } from '../support/app.js';
import { fakeOnly, INTERVALS } from '../support/fake-time.js';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { RawConnection, refusalIn } from '../support/raw-connection.js';
import { until } from '../support/until.js';

const STORE = 'GET /rest/V1/samples/store HTTP/1.1\r\nHost: x\r\n\r\n';
const OK = /HTTP\/1\.1 200 /;

/** Delays responses until a test opens it. */
class Gate {
  static open: () => void = () => undefined;
  static opened: Promise<void> = Promise.resolve();
  static waiting = 0;

  static shut(): void {
    Gate.waiting = 0;
    Gate.opened = new Promise((resolve) => (Gate.open = resolve));
  }
}

/** More than a socket buffers. */
const LARGE = 'x'.repeat(16 * 1024 * 1024);

@RestController('gate')
class GateController {
  @Get('wait')
  @Anonymous()
  @Describes({ summary: 'Waits', answer: answers.true })
  async wait(): Promise<boolean> {
    Gate.waiting += 1;
    await Gate.opened;
    return true;
  }

  @Get('large')
  @Anonymous()
  @Describes({ summary: 'A large answer', answer: answers.string('x') })
  large(): string {
    return LARGE;
  }
}

const FEW_WAIT: ConnectionLimits = { ...CONNECTION_LIMITS, waitingRequests: 4 };
/** Node measures these two times itself, so a test must wait. A request that is sent at once arrives in time. */
const SHORT_HEADS: ConnectionLimits = { ...CONNECTION_LIMITS, headSeconds: 2, tickMs: 50 };
const SHORT_TAKING: ConnectionLimits = { ...CONNECTION_LIMITS, untakenSeconds: 2, tickMs: 50 };

describe('connections (wire.md "Connections")', () => {
  let sample: SampleApp;
  let port: number;
  const open = (address?: string): Promise<RawConnection> => RawConnection.open(port, address);
  const start = async (given: Parameters<typeof sampleApp>[0] = {}): Promise<void> => {
    sample = await sampleApp(given, [GateController]);
    port = Number(new URL(sample.base).port);
  };
  const serverConnections = (): Promise<number> =>
    new Promise((resolve, reject) =>
      sample.app
        .getHttpServer()
        .getConnections((error: Error | null, count: number) => (error ? reject(error) : resolve(count))),
    );
  /** Waits until the server has this number of connections. */
  const untilThereAre = (count: number): Promise<void> => until(async () => (await serverConnections()) === count);

  beforeEach(() => Gate.shut());
  afterEach(async () => {
    Gate.open();
    RawConnection.endAll();
    await sample.close();
  });

  it('without complete headers get 408 and are closed', async () => {
    await start({ connections: SHORT_HEADS });
    const refused = ['', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '].map(async (partial) => {
      const connection = await open();
      const timer = partial === '' ? undefined : setInterval(() => connection.write('a'), 50);
      connection.write(partial);
      const { status, head, message } = refusalIn(await connection.ended());
      clearInterval(timer);
      expect([status, message]).toEqual([
        408,
        'The headers of the request did not arrive within 2 seconds. ' +
          'Open a connection only to send a request, and send it without pauses.',
      ]);
      expect(head).toMatch(/^Connection: close$/m);
    });
    await Promise.all(refused);
  });

  it('can be idle between requests, but must send each request in time', async () => {
    await start({ connections: SHORT_HEADS });
    const idle = (await open()).write(STORE);
    await idle.until(OK);
    const slow = (await open()).write(STORE);
    await slow.until(OK);
    slow.write('GET / HTTP/1.1\r\n');
    expect(await slow.ended()).toContain('HTTP/1.1 408 ');
    idle.received = '';
    await idle.write(STORE).until(OK);
  });

  it.each([
    ['an invalid request', 'nonsense\r\n\r\n', 400, 'Specified request cannot be processed.'],
    [
      'a header that is too long',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(66_000)}`,
      431,
      'The request line and headers are longer than 65536 bytes. Send fewer or shorter headers.',
    ],
    [
      'two Host headers',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n',
      400,
      'The request has more than one Host header. Send exactly one.',
    ],
    ['no Host header', 'GET / HTTP/1.1\r\n\r\n', 400, 'The request has no Host header. Send exactly one.'],
  ])('get a JSON error and are closed after %s', async (_, sent, status, message) => {
    await start();
    const refusal = refusalIn(await (await open()).write(sent).ended());
    expect([refusal.status, refusal.message]).toEqual([status, message]);
    expect(refusal.head).toMatch(/^X-Content-Type-Options: nosniff$/m);
  });

  it('with HTTP/1.0 need no Host header', async () => {
    await start();
    await (await open()).write('GET /rest/V1/samples/store HTTP/1.0\r\n\r\n').until(OK);
  });

  describe('MAX_CONNECTIONS', () => {
    const busy = async (address: string): Promise<RawConnection> => {
      const before = Gate.waiting;
      const connection = await open(address);
      connection.write('GET /rest/V1/gate/wait HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => Gate.waiting > before);
      return connection;
    };
    const refused = async (address: string) => refusalIn(await (await open(address)).ended());

    it('allows each address a quarter of the connections', async () => {
      await start({ maxConnections: 8 });
      const [first] = [await busy('127.0.0.2'), await busy('127.0.0.2')];
      const { status, head, message } = await refused('127.0.0.2');
      expect([status, message]).toEqual([
        503,
        'Your address already has 2 connections, its share of MAX_CONNECTIONS. Reuse open connections. ' +
          'If the address belongs to a proxy, the operator can add it to TRUST_PROXY.',
      ]);
      expect(head).toMatch(/^Retry-After: 1$/m);
      await (await open('127.0.0.3')).write(STORE).until(OK);
      first.end();
      await untilThereAre(2);
      await (await open('127.0.0.2')).write(STORE).until(OK);
    });

    it('exempts trusted proxies from the limit per address', async () => {
      await start({ maxConnections: 8, trustedProxies: ['127.0.0.2'] });
      // Idle connections of the proxy are not closed either, because the proxy can use them at any time.
      await (await open('127.0.0.2')).write(STORE).until(OK);
      for (let count = 0; count < 6; count += 1) await busy('127.0.0.2');
      await busy('127.0.0.3');
      expect(await refused('127.0.0.2')).toMatchObject({
        status: 503,
        message: 'All 8 connections are in use (MAX_CONNECTIONS). Try again later.',
      });
    });

    it('closes an idle connection of the address with the most when all are in use', async () => {
      await start({ maxConnections: 8 });
      const [idle, working] = [await open('127.0.0.2'), await busy('127.0.0.2')];
      await idle.write(STORE).until(OK);
      for (const address of ['127.0.0.3', '127.0.0.3', '127.0.0.4', '127.0.0.4', '127.0.0.5', '127.0.0.6'])
        await busy(address);
      await (await open('127.0.0.7')).write(STORE).until(OK);
      await idle.ended();
      // The new connection is idle again, so it is closed for the next one. Then all are busy.
      await busy('127.0.0.8');
      expect((await refused('127.0.0.9')).status).toBe(503);
      Gate.open();
      await working.until(OK);
    });
  });

  it('answer a few waiting requests, then return 503 and close', async () => {
    await start({ connections: FEW_WAIT });
    const connection = await open();
    connection.write('GET /rest/V1/gate/wait HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await until(() => Gate.waiting === 5);
    // Other connections are served in the meantime.
    await (await open()).write(STORE).until(OK);
    Gate.open();
    const statuses = (await connection.ended()).match(/(?<=HTTP\/1\.1 )\d{3}/g);
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '503']);
    expect(Gate.waiting).toBe(5);
    expect(connection.received).toContain('More than 4 requests are waiting on this connection. Read responses before');
  });

  describe('with unread responses', () => {
    const asking = async (address?: string): Promise<RawConnection> => {
      const connection = await open(address);
      connection.socket.pause();
      return connection.write('GET /rest/V1/gate/large HTTP/1.1\r\nHost: x\r\n\r\n');
    };

    it('are closed without the rest of the response', async () => {
      await start({ connections: SHORT_TAKING });
      const server: Server = sample.app.getHttpServer();
      const accepted = once(server, 'connection');
      const connection = await asking();
      await accepted;
      await untilThereAre(0);
      connection.socket.resume();
      expect((await connection.ended()).length).toBeLessThan(LARGE.length);
    });

    it('stay open if the client reads slowly', async () => {
      await start({ connections: SHORT_TAKING });
      const connection = await asking();
      const { socket } = connection;
      // At most 64 KiB every 10 ms: the whole response takes longer than a client can pause.
      const sip = setInterval(() => socket.resume().once('data', () => socket.pause()), 10);
      socket.on('close', () => clearInterval(sip));
      expect(await connection.holds(LARGE.length)).toBe(true);
    });

    describe('in simulated time', () => {
      beforeEach(() => fakeOnly(INTERVALS));
      afterEach(() => void jest.useRealTimers());
      const tick = (): void => void jest.advanceTimersByTime(CONNECTION_LIMITS.tickMs);

      it('are closed below 16 KiB per second', async () => {
        await start();
        const server: Server = sample.app.getHttpServer();
        const accepted = once(server, 'connection') as Promise<[Socket]>;
        const connection = await asking();
        const [served] = await accepted;
        await until(() => served.writableLength > 0);
        const { untakenSeconds, takenPerSecond } = CONNECTION_LIMITS;
        const allowed = Math.floor(untakenSeconds + served.writableLength / takenPerSecond);
        // The time of a response starts at the tick that finds it.
        for (let seconds = 0; seconds <= allowed; seconds += 1) tick();
        const before = connection.received.length;
        connection.socket.resume();
        await until(() => connection.received.length > before);
        expect(served.destroyed).toBe(false);
        connection.socket.pause();
        tick();
        await untilThereAre(0);
      });
    });

    it('share a memory limit, above which the address with the most loses its largest response', async () => {
      await start({ connections: { ...CONNECTION_LIMITS, untakenBytes: 40 * 1024 * 1024 } });
      const other = await asking('127.0.0.2');
      const [first, second] = [await asking('127.0.0.3'), await asking('127.0.0.3')];
      await untilThereAre(2);
      for (const connection of [other, first, second]) connection.socket.resume();
      const whole = await Promise.all([other, first, second].map((connection) => connection.holds(LARGE.length)));
      expect([whole[0], whole.slice(1).sort()]).toEqual([true, [false, true]]);
    });
  });
});

it('MAX_CONNECTIONS and TRUST_PROXY apply to a server, which logs closed connections', async () => {
  const app = await startApp({ settings: { MAX_CONNECTIONS: '8', TRUST_PROXY: '127.0.0.2' } });
  const opened: RawConnection[] = [];
  try {
    for (let count = 0; count < 5; count += 1) opened.push(await RawConnection.open(app.server.port, '127.0.0.2'));
    for (let count = 0; count < 3; count += 1) opened.push(await RawConnection.open(app.server.port, '127.0.0.3'));
    expect(refusalIn((await opened[7]?.ended()) ?? '').status).toBe(503);
    const line = await app.logs.until(({ msg }) => msg?.startsWith('closed connections: ') ?? false);
    expect(line).toMatchObject({
      level: 'warn',
      context: 'webapi',
      msg: 'closed connections: connections above the limit (1)',
    });
  } finally {
    RawConnection.endAll();
    await app.close();
  }
});

it('the server uses the documented timeouts', async () => {
  const sample = await sampleApp();
  const server: Server = sample.app.getHttpServer();
  expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 960_000]);
  await sample.close();
});
