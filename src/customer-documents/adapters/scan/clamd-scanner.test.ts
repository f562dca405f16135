import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Clamd, EICAR, STREAM_MAX_BYTES, withClamd } from '../../../../test/support/clamd.js';
import { clamdAddress } from '../../settings.js';
import { ClamdScanner, verdictOf } from './clamd-scanner.js';

async function* bytesOf(...parts: readonly (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}

describe('CLAMAV_URL', () => {
  it.each([
    ['tcp://clamd:3310', { host: 'clamd', port: 3310 }],
    ['tcp://[2001:db8::7]:3310', { host: '2001:db8::7', port: 3310 }],
    ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['tcp://clamd', undefined],
    ['tcp://clamd:70000', undefined],
    ['unix:clamd.ctl', undefined],
    ['http://clamd:3310', undefined],
  ])('set to %s resolves to %j', (url, address) => expect(clamdAddress(url)).toEqual(address));
});

describe('the clamd response', () => {
  it.each([
    ['stream: OK', { state: 'clean' }],
    ['stream: Eicar-Test-Signature FOUND', { state: 'infected', found: 'Eicar-Test-Signature' }],
    ['stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND', { state: 'too_large' }],
    ['INSTREAM size limit exceeded. ERROR', { state: 'too_large' }],
  ])('"%s" means %j', (answer, verdict) => expect(verdictOf(answer)).toEqual(verdict));

  it.each(['stream: Can’t allocate memory ERROR', 'UNKNOWN COMMAND', 'stream: OK FOUNDRY'])(
    '"%s" is an error',
    (answer) => expect(() => verdictOf(answer)).toThrow(answer),
  );
});

withClamd('a real clamd', () => {
  let clamd: Clamd;
  let scanner: ClamdScanner;

  beforeAll(async () => {
    clamd = await Clamd.start();
    scanner = new ClamdScanner({ path: clamd.socket });
  });
  afterAll(() => clamd.end());

  it('finds only content that matches a signature, sent whole or byte by byte', async () => {
    expect(await scanner.scan(bytesOf(EICAR))).toEqual({ state: 'infected', found: 'Eicar-Test-Signature.UNOFFICIAL' });
    expect(await scanner.scan(bytesOf(...EICAR))).toEqual({
      state: 'infected',
      found: 'Eicar-Test-Signature.UNOFFICIAL',
    });
    expect(await scanner.scan(bytesOf('nothing of the kind'))).toEqual({ state: 'clean' });
    expect(await scanner.scan(bytesOf(Buffer.alloc(STREAM_MAX_BYTES, 'a')))).toEqual({ state: 'clean' });
  });

  it('receives no more data after it reported that a stream is too long', async () => {
    // Either the response arrives first, or a write fails because the server has disconnected.
    for (let round = 0; round < 30; round += 1) {
      let taken = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (; taken < 1000; taken += 1) yield await Promise.resolve(Buffer.alloc(64 * 1024, 'a'));
      }
      expect(await scanner.scan(endless())).toEqual({ state: 'too_large' });
      expect(taken).toBeLessThan(1000);
    }
    expect(await scanner.scan(bytesOf(Buffer.alloc(STREAM_MAX_BYTES + 1, 'a')))).toEqual({ state: 'too_large' });
  });

  it('is reported as away while killed, stopped or frozen, and is used again afterwards', async () => {
    async function* killing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(EICAR.slice(0, 30));
      await clamd.kill();
      yield Buffer.from(EICAR.slice(30));
    }
    expect(await scanner.scan(killing())).toEqual({ state: 'scanner_away' });
    expect(await scanner.scan(bytesOf(EICAR))).toEqual({ state: 'scanner_away' });
    await clamd.begin();
    clamd.freeze();
    const hasty = new ClamdScanner({ path: clamd.socket }, 200);
    expect(await hasty.scan(bytesOf(EICAR))).toEqual({ state: 'scanner_away' });
    clamd.thaw();
    expect(await scanner.scan(bytesOf(EICAR))).toMatchObject({ state: 'infected' });
  });

  it('is disconnected when the file cannot be read, and the scan fails with that error', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(EICAR));
      throw new Error('the storage is away');
    }
    await expect(scanner.scan(broken())).rejects.toThrow('the storage is away');
  });
});

/** Longer than the pauses of a busy machine. */
const PATIENCE_MS = 3_000;

describe('ClamdScanner', () => {
  let server: Server;
  let sockets: Socket[];
  let talk: (socket: Socket) => void;

  beforeAll(async () => {
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      talk(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  const scanner = (patienceMs: number): ClamdScanner =>
    new ClamdScanner({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, patienceMs);

  it('waits for a slow clamd as long as data still flows', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
    }
    // Reads a little from time to time, and responds only after more than the timeout of a single step.
    talk = (socket) => {
      const slow = setTimeout(() => socket.end('stream: OK\0'), PATIENCE_MS + 500);
      socket.once('close', () => clearTimeout(slow));
      socket.on('data', () => {
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      });
    };
    expect(await scanner(PATIENCE_MS).scan(endless())).toEqual({ state: 'clean' });
  });

  it('returns scanner_away when clamd reads everything and does not respond in time', async () => {
    talk = (socket) => socket.resume();
    expect(await scanner(100).scan(bytesOf('a'))).toEqual({ state: 'scanner_away' });
  });

  it('returns scanner_away when clamd disconnects or sends an unknown response', async () => {
    talk = (socket) => socket.end();
    expect(await scanner(1000).scan(bytesOf('a'))).toEqual({ state: 'scanner_away' });
    talk = (socket) => socket.end('what?\0');
    expect(await scanner(1000).scan(bytesOf('a'))).toEqual({ state: 'scanner_away' });
  });

  it('returns scanner_away at once when it is stopped', async () => {
    let reached = (): void => undefined;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    talk = () => reached();
    const one = scanner(60_000);
    const scanning = one.scan(bytesOf('a'));
    await isReached;
    one.stop();
    expect(await scanning).toEqual({ state: 'scanner_away' });
  });
});
