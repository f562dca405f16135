import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { migratedDatabase, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { KontorProcess } from '../support/process.js';
import { until } from '../support/until.js';

const ROOT = join(__dirname, '..', '..');
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly version: string;
};

let database: TestDatabase;
let settings: Readonly<Record<string, string>>;
const started: KontorProcess[] = [];

const start = (more: Readonly<Record<string, string>> = {}, preload: readonly string[] = []): KontorProcess => {
  const child = KontorProcess.start('main', { ...settings, ...more }, { preload });
  started.push(child);
  return child;
};

const ready = async (url: string): Promise<number> => (await fetch(`${url}/health/ready`)).status;

beforeAll(async () => {
  database = await migratedDatabase('sqlite');
  settings = { DATABASE_URL: database.url, JWT_SECRET: 'a secret of the tests, long enough' };
});
afterAll(async () => {
  for (const child of started) child.signal('SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  await database.drop();
});

describe('the server as a process', () => {
  it('logs the Node version first, and each line with time and level', async () => {
    const child = start();
    await child.url();
    expect(child.lines[0]).toMatchObject({ level: 'info', msg: `Node ${process.versions.node}` });
    expect(child.lines.every((line) => typeof line['time'] === 'string' && typeof line['level'] === 'string')).toBe(
      true,
    );
  });

  it('then logs its version, database, storage and public URL', async () => {
    const child = start({ STORAGE_URL: 'file:var/documents' });
    await child.url();
    expect(child.lines[1]).toMatchObject({
      level: 'info',
      msg: `Kontor ${VERSION}`,
      revision: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/),
      database: `sqlite ${database.url.slice('sqlite:'.length)}`,
      storage: `file:${join(ROOT, 'var/documents')}`,
      public_url: 'http://localhost:0',
    });
  });

  it('logs only the Node version and lines of at least LOG_LEVEL', async () => {
    const port = await freePort();
    const child = start({ LOG_LEVEL: 'error', PORT: String(port), DRAIN_S: '0' });
    const isReady = () =>
      ready(`http://127.0.0.1:${port}`).then(
        (status) => status === 200,
        () => false,
      );
    await until(isReady);
    child.signal('SIGTERM');
    await child.exited;
    expect(child.lines.map(({ msg }) => msg)).toEqual([`Node ${process.versions.node}`]);
  });

  it('still serves requests after SIGTERM, but is not ready and closes connections', async () => {
    const child = start({ DRAIN_S: '600' });
    const url = await child.url();
    expect(await ready(url)).toBe(200);
    child.signal('SIGTERM');
    await child.line(/^SIGTERM: draining for 600 s/);
    expect(await ready(url)).toBe(503);
    const served = await fetch(`${url}/rest/V1/commerce/websites/1`);
    expect([served.status, served.headers.get('connection')]).toEqual([401, 'close']);
  });

  it('exits with 0 after draining', async () => {
    const child = start({ DRAIN_S: '1' });
    const url = await child.url();
    child.signal('SIGTERM');
    await child.line(/^SIGTERM: draining for 1 s/);
    expect(await child.exited).toEqual({ code: 0, signal: null });
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('stops at once on a second signal', async () => {
    const child = start({ DRAIN_S: '600' });
    await child.url();
    child.signal('SIGINT');
    await child.line(/^SIGINT: draining/);
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 1, signal: null });
  });

  it('keeps running after SIGHUP', async () => {
    const child = start();
    const url = await child.url();
    child.signal('SIGHUP');
    await child.line('SIGHUP');
    expect(await ready(url)).toBe(200);
  });

  it('reports all invalid settings and exits with 1', async () => {
    const child = start({ PORT: 'http', PAGE_SIZE_MAX: '0', JWT_SECRET: 'short' });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    const message = String(child.lines.at(-1)?.['msg']);
    expect(message).toMatch(
      /PORT is "http".*\n.*JWT_SECRET is invalid. Set it to at least 32 bytes.*\n.*PAGE_SIZE_MAX is "0"/,
    );
    expect(child.lines).toHaveLength(2);
  });

  it('reports a port that is already in use and exits with 1', async () => {
    const other: Server = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const child = start({ PORT: String(port) });
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toEqual({
      level: 'fatal',
      time: expect.any(String),
      msg: `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set PORT to another port.`,
    });
    other.close();
  });

  it('reports an unreachable database without its password and exits with 1', async () => {
    const child = start({
      DATABASE_URL: 'mysql://kontor:geheim@127.0.0.1:9/kontor',
      PUBLIC_BASE_URL: 'http://kontor.test',
      DATABASE_START_S: '1',
    });
    expect(await child.line(/^Kontor /)).toMatchObject({ database: 'mysql 127.0.0.1:9/kontor' });
    await child.line(/^waiting for the database for at most 1 s: .*ECONNREFUSED/);
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({ msg: expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/) });
    expect(JSON.stringify(child.lines)).not.toContain('geheim');
  });

  it('logs an unhandled rejection with its stack and exits with 1', async () => {
    const child = start({}, [join(__dirname, '../support/reject-on-signal.cjs')]);
    await child.url();
    child.signal('SIGUSR2');
    expect(await child.exited).toEqual({ code: 1, signal: null });
    expect(child.lines.at(-1)).toMatchObject({
      level: 'fatal',
      msg: 'nobody waits for this',
      stack: expect.stringContaining('reject-on-signal.cjs'),
    });
  });
});
