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

/** Answers when the test says so, and answers of which more lies there than a socket takes. */
class Gate {
  static open: () => void = () => undefined;
  static opened: Promise<void> = Promise.resolve();
  static waiting = 0;

  static shut(): void {
    Gate.waiting = 0;
    Gate.opened = new Promise((resolve) => (Gate.open = resolve));
  }
}

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
/** Node itself counts these two times, so a test must wait. A request that is sent at once is there by then. */
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
  /** As soon as the server knows of it too. */
  const untilThereAre = (count: number): Promise<void> => until(async () => (await serverConnections()) === count);

  beforeEach(() => Gate.shut());
  afterEach(async () => {
    Gate.open();
    RawConnection.endAll();
    await sample.close();
  });

  it('whoever sends nothing, or headers without an end, is answered 408 and cut off', async () => {
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

  it('a second request is held to the same, a kept connection that lies idle is not', async () => {
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
    ['a request that is none', 'nonsense\r\n\r\n', 400, 'Specified request cannot be processed.'],
    [
      'too long a header',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(66_000)}`,
      431,
      'The request line and headers are longer than 65536 bytes. Send fewer or shorter headers.',
    ],
    [
      'two hosts',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n',
      400,
      'The request has more than one Host header. Send exactly one.',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, 'The request has no Host header. Send exactly one.'],
  ])('%s is a JSON refusal and the end of the connection', async (_, sent, status, message) => {
    await start();
    const refusal = refusalIn(await (await open()).write(sent).ended());
    expect([refusal.status, refusal.message]).toEqual([status, message]);
    expect(refusal.head).toMatch(/^X-Content-Type-Options: nosniff$/m);
  });

  it('HTTP/1.0 needs no host', async () => {
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

    it('an address has a quarter of them, and gets them back', async () => {
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

    it('those of a trusted proxy are counted together with all, and with nobody else', async () => {
      await start({ maxConnections: 8, trustedProxies: ['127.0.0.2'] });
      // Nor does an idle one of them make room: the proxy is about to use it.
      await (await open('127.0.0.2')).write(STORE).until(OK);
      for (let count = 0; count < 6; count += 1) await busy('127.0.0.2');
      await busy('127.0.0.3');
      expect(await refused('127.0.0.2')).toMatchObject({
        status: 503,
        message: 'All 8 connections are in use (MAX_CONNECTIONS). Try again later.',
      });
    });

    it('where all are taken, an idle one of the address that has most makes room', async () => {
      await start({ maxConnections: 8 });
      const [idle, working] = [await open('127.0.0.2'), await busy('127.0.0.2')];
      await idle.write(STORE).until(OK);
      for (const address of ['127.0.0.3', '127.0.0.3', '127.0.0.4', '127.0.0.4', '127.0.0.5', '127.0.0.6'])
        await busy(address);
      await (await open('127.0.0.7')).write(STORE).until(OK);
      await idle.ended();
      // The newcomer was idle again: it makes room for the next. Then all are busy.
      await busy('127.0.0.8');
      expect((await refused('127.0.0.9')).status).toBe(503);
      Gate.open();
      await working.until(OK);
    });
  });

  it('requests that wait for earlier answers are few: those are answered, one more is 503, then it ends', async () => {
    await start({ connections: FEW_WAIT });
    const connection = await open();
    connection.write('GET /rest/V1/gate/wait HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await until(() => Gate.waiting === 5);
    // Everybody else is served meanwhile.
    await (await open()).write(STORE).until(OK);
    Gate.open();
    const statuses = (await connection.ended()).match(/(?<=HTTP\/1\.1 )\d{3}/g);
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '503']);
    expect(Gate.waiting).toBe(5);
    expect(connection.received).toContain('More than 4 requests are waiting on this connection. Read responses before');
  });

  describe('answers that nobody takes', () => {
    const asking = async (address?: string): Promise<RawConnection> => {
      const connection = await open(address);
      connection.socket.pause();
      return connection.write('GET /rest/V1/gate/large HTTP/1.1\r\nHost: x\r\n\r\n');
    };

    it('are given up, and who takes them late gets an end without the rest', async () => {
      await start({ connections: SHORT_TAKING });
      const server: Server = sample.app.getHttpServer();
      const accepted = once(server, 'connection');
      const connection = await asking();
      await accepted;
      await untilThereAre(0);
      connection.socket.resume();
      expect((await connection.ended()).length).toBeLessThan(LARGE.length);
    });

    it('may be taken slowly', async () => {
      await start({ connections: SHORT_TAKING });
      const connection = await asking();
      const { socket } = connection;
      // A chunk of at most 64 KiB in 10 ms: all of it takes longer than nothing may be taken.
      const sip = setInterval(() => socket.resume().once('data', () => socket.pause()), 10);
      socket.on('close', () => clearInterval(sip));
      expect(await connection.holds(LARGE.length)).toBe(true);
    });

    describe('in ticks of the server', () => {
      beforeEach(() => fakeOnly(INTERVALS));
      afterEach(() => void jest.useRealTimers());
      const tick = (): void => void jest.advanceTimersByTime(CONNECTION_LIMITS.tickMs);

      it('must be taken at 16 KiB in a second', async () => {
        await start();
        const server: Server = sample.app.getHttpServer();
        const accepted = once(server, 'connection') as Promise<[Socket]>;
        const connection = await asking();
        const [served] = await accepted;
        await until(() => served.writableLength > 0);
        const { untakenSeconds, takenPerSecond } = CONNECTION_LIMITS;
        const allowed = Math.floor(untakenSeconds + served.writableLength / takenPerSecond);
        // The tick that finds the answer begins its time.
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

    it('hold so much together, then the largest of the address that holds most is given up', async () => {
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

it('MAX_CONNECTIONS and TRUST_PROXY are what a server is told, and its log tells of the rest', async () => {
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
      msg: 'closed connections: 1 connections above the limit',
    });
  } finally {
    RawConnection.endAll();
    await app.close();
  }
});

it('what the wire says of times is what is in force', async () => {
  const sample = await sampleApp();
  const server: Server = sample.app.getHttpServer();
  expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 960_000]);
  await sample.close();
});
