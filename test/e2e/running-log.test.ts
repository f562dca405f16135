import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_ISOLATE, forkedBy, onSmallDisk } from '../support/container.js';
import { migratedDatabase, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { KontorProcess } from '../support/process.js';
import { ReportedMetrics } from '../support/reported-metrics.js';
import { until } from '../support/until.js';

/** A device on which each write fails with ENOSPC. */
const FULL = '/dev/full';
const DROPPED = 'kontor_log_lines_dropped_total';

let database: TestDatabase;
let folder: string;
const started: KontorProcess[] = [];

beforeAll(async () => {
  database = await migratedDatabase('sqlite');
  folder = mkdtempSync(join(tmpdir(), 'kontor-log-'));
});
afterAll(async () => {
  for (const child of started) child.signal('SIGKILL');
  await Promise.all(started.map(({ exited }) => exited));
  rmSync(folder, { recursive: true });
  await database.drop();
});

interface Served {
  readonly child: KontorProcess;
  readonly url: string;
  dropped(): Promise<number>;
}

/** A server whose standard output is redirected, so that it can't report its ports. */
const serve = async (under: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Served> => {
  const [port, metrics] = [await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret of the tests, long enough',
    PORT: String(port),
    METRICS_PORT: String(metrics),
    DRAIN_S: '0',
    ...more,
  };
  const child = KontorProcess.start('main', settings, { under });
  started.push(child);
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  const dropped = async (): Promise<number> => (await ReportedMetrics.of(metrics)).sum(DROPPED);
  return { child, url, dropped };
};

/** Sends requests, each of which writes one log line. */
const ask = async (url: string, times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1)
    expect((await fetch(`${url}/rest/V1/commerce/websites/1`)).status).toBe(401);
};

const output = (file: string): readonly string[] => ['sh', '-c', `exec "$@" >${file}`, 'sh'];

if (!existsSync(FULL)) {
  it(`a full standard output cannot be tested without ${FULL}`, () => expect(existsSync(FULL)).toBe(false));
} else {
  describe('standard output that cannot be written', () => {
    it('drops and counts log lines, while requests, health checks and SIGTERM work', async () => {
      const { child, url, dropped } = await serve(output(FULL));
      await ask(url, 40);
      await until(async () => (await dropped()) >= 40);
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      child.signal('SIGTERM');
      expect(await child.exited).toEqual({ code: 0, signal: null });
      expect(child.stderr).toBe('');
    });

    it('does not change the exit code of a failed start', async () => {
      const child = KontorProcess.start('main', { PORT: 'http' }, { under: output(FULL) });
      expect(await child.exited).toEqual({ code: 1, signal: null });
    });

    it('is reported by a command, which exits with 1', async () => {
      const child = KontorProcess.start(
        'cli/kontor',
        { DATABASE_URL: database.url },
        {
          under: output(FULL),
          args: ['operations'],
        },
      );
      expect(await child.exited).toEqual({ code: 1, signal: null });
      expect(child.stderr).toMatch(/^Cannot write to standard output: .*ENOSPC/);
    });
  });
}

describe('standard output that is not read', () => {
  it('buffers log lines up to a limit, then drops and counts them', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // The reader opens the pipe but reads nothing.
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const { child, url, dropped } = await serve(output(pipe));
    // The long path fills the pipe and the buffer quickly.
    const path = `${url}/rest/V1/commerce/${'x'.repeat(290)}`;
    await until(async () => {
      await Promise.all(Array.from({ length: 500 }, () => fetch(path).then((answer) => answer.text())));
      return (await dropped()) > 0;
    }, 0);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });
    closeSync(reader);
  });
});

if (!CAN_ISOLATE) {
  it('a log on a full disk cannot be tested without a tmpfs', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a log on a disk that was full', () => {
    it('continues with whole lines and reports how many were dropped', async () => {
      const place = join(folder, 'disk');
      mkdirSync(place);
      const { child, url, dropped } = await serve([...onSmallDisk(place, '64k'), ...output(`${place}/log`)]);
      const disk = join('/proc', String(forkedBy(child.pid)), 'root', place);
      const log = join(disk, 'log');
      const lines = (): readonly string[] => readFileSync(log, 'utf8').trimEnd().split('\n');
      // Leaves space only for a part of a line.
      writeFileSync(join(disk, 'other'), Buffer.alloc(60 * 1024));
      await until(async () => {
        await ask(url, 10);
        return (await dropped()) > 0;
      }, 0);
      truncateSync(join(disk, 'other'), 0);
      await until(async () => {
        await ask(url, 1);
        return lines().some((line) => line.includes('log lines dropped because they could not be written: '));
      });
      const whole = lines().filter((line) => line.endsWith('}'));
      // One line was written in part, before the disk was full.
      expect(lines().length - whole.length).toBeLessThanOrEqual(1);
      const report = whole
        .map((line) => JSON.parse(line) as { readonly msg: string })
        .find(({ msg }) => /dropped/.test(msg));
      expect(report?.msg).toBe(`log lines dropped because they could not be written: ${await dropped()}`);
    });
  });
}
