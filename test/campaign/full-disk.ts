import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forkedBy, onSmallDisk } from '../support/container.js';
import { migratedDatabase, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { KontorProcess } from '../support/process.js';
import { ReportedMetrics } from '../support/reported-metrics.js';
import { until } from '../support/until.js';
import type { Random } from './random.js';
import { Client, mustHold } from './shop.js';

/** What is stored on the disk that gets full. */
export type OnDisk = 'database' | 'documents' | 'log';

const ADMIN = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password of the tests' };
const WRITERS = 3;
/** Free bytes at most while the disk is full, and free bytes for writes afterwards. */
const LEFT_BYTES = 200_000;
const ROOM_BYTES = 20 * 1_048_576;
const FILE_BYTES = 400_000;
const LOGGED = 20;

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A server with some of its files on a small disk, which the test fills and empties. */
class Ground {
  private constructor(
    readonly client: Client,
    readonly child: KontorProcess,
    readonly disk: string,
    private readonly database: TestDatabase,
    private readonly folder: string,
    private readonly metricsPort: number,
  ) {}

  static async open(what: OnDisk): Promise<Ground> {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-full-'));
    const place = join(folder, 'disk');
    mkdirSync(place);
    const database = await migratedDatabase('sqlite');
    const file = database.url.slice('sqlite:'.length);
    const [port, metricsPort] = [await freePort(), await freePort()];
    const settings = {
      DATABASE_URL: what === 'database' ? `sqlite:${join(place, file.replace(/^.*\//, ''))}` : database.url,
      STORAGE_URL: `file:${what === 'documents' ? place : join(folder, 'documents')}`,
      JWT_SECRET: 'a secret of the tests, long enough',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DRAIN_S: '0',
      ...ADMIN,
    };
    const output = what === 'log' ? ['sh', '-c', `exec "$@" > ${place}/log`, 'sh'] : [];
    const under = [...onSmallDisk(place, '64m', [file]), ...output];
    const child = KontorProcess.start('main', settings, { under });
    const url = `http://127.0.0.1:${port}`;
    await until(async () => {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
      return answer?.ok === true;
    }, 100);
    const disk = join('/proc', String(forkedBy(child.pid)), 'root', place);
    const signIn = await fetch(`${url}/rest/V1/integration/admin/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
    });
    return new Ground(new Client(url, (await signIn.json()) as string), child, disk, database, folder, metricsPort);
  }

  /** Fills the disk except for this number of bytes. */
  leave(bytes: number): void {
    const filler = join(this.disk, 'filler');
    writeFileSync(filler, '');
    const { bavail, bsize } = statfsSync(this.disk);
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail - Math.ceil(bytes / bsize)) * bsize));
    } catch (error) {
      // The server has written meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  makeRoom(): void {
    truncateSync(join(this.disk, 'filler'), 0);
  }

  metrics(): Promise<ReportedMetrics> {
    return ReportedMetrics.of(this.metricsPort);
  }

  async end(): Promise<void> {
    process.kill(forkedBy(this.child.pid), 'SIGKILL');
    await this.child.exited;
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }
}

/** Concurrent writers, and a record of the responses to them. */
class Writers {
  private readonly names = new Map<string, number | undefined>();
  /** Possible hashes of each document, the last confirmed one first. */
  private readonly files = new Map<number, string[]>();
  readonly statuses = new Map<number, number>();
  private isStopped = false;

  constructor(
    private readonly client: Client,
    private readonly what: OnDisk,
  ) {}

  async run(): Promise<void> {
    const writer = async (index: number): Promise<void> => {
      const write = this.what === 'documents' ? await this.uploads() : () => this.create(index);
      while (!this.isStopped) {
        await write();
        if (this.what === 'log') await this.logged();
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
  }

  stop(): void {
    this.isStopped = true;
  }

  /** Checks that every confirmed write is stored, and no refused one. */
  async check(): Promise<string> {
    const found = new Map<string, number>();
    for (const { id, name } of await this.client.all('commerce/categories', 'name', 'full-%25', 'like'))
      found.set(name, id);
    for (const [name, id] of this.names)
      mustHold(found.get(name) === id, `${name} was answered ${id}, is ${found.get(name)}`);
    for (const [id, hashes] of this.files) {
      const { base64_encoded_data } = await this.client.good('GET', `customerdocuments/${id}/file`);
      const hash = hashOf(Buffer.from(base64_encoded_data as string, 'base64'));
      mustHold(hashes[0] === hash, `the file of document ${id} is another one`);
    }
    const answers = [...this.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return `${found.size} records and ${this.files.size} files are there as answered; answers by status ${answers}`;
  }

  private async create(index: number): Promise<void> {
    const name = `full-${index}-${this.names.size}-${'x'.repeat(200)}`;
    const { status, body } = await this.counted(
      this.client.call('POST', 'commerce/categories', { category: { name } }),
    );
    this.names.set(name, status === 200 ? body.id : undefined);
  }

  /** Sends requests that the server logs. */
  private async logged(): Promise<void> {
    const url = `${this.client.url}/rest/V1/commerce/${'x'.repeat(200)}`;
    await Promise.all(Array.from({ length: LOGGED }, () => fetch(url).then((answer) => answer.text())));
  }

  private async uploads(): Promise<() => Promise<void>> {
    const { id } = await this.client.good('POST', 'customerdocuments', { document: { name: 'full' } });
    const put = async (): Promise<void> => {
      const bytes = Buffer.from(`%PDF-1.4\n${randomBytes(FILE_BYTES / 2).toString('hex')}`);
      const documentFile = { name: 'a.pdf', base64_encoded_data: bytes.toString('base64') };
      const { status } = await this.counted(this.client.call('PUT', `customerdocuments/${id}/file`, { documentFile }));
      if (status === 200) this.files.set(id, [hashOf(bytes)]);
    };
    await put();
    return put;
  }

  private async counted(reply: ReturnType<Client['call']>): ReturnType<Client['call']> {
    const answer = await reply;
    const { status, body } = answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    mustHold(
      status === 200 || (status === 503 && /disk is full/.test(body.message)),
      `${status} ${JSON.stringify(body)}`,
    );
    return answer;
  }
}

/**
 * A disk gets full repeatedly during writes and then has room again. Each write is stored and confirmed, or refused
 * with 503 and not stored. The server keeps running, and accepts writes as soon as there is room.
 */
export const fullDisk = async (what: OnDisk, random: Random, rounds: number): Promise<string> => {
  const ground = await Ground.open(what);
  try {
    const writers = new Writers(ground.client, what);
    const running = writers.run();
    let broken: unknown;
    void running.catch((error: unknown) => (broken = error));
    const took: number[] = [];
    try {
      for (let round = 0; round < rounds && broken === undefined; round += 1) {
        // The log alone writes little.
        ground.leave(what === 'log' ? 0 : random.whole(0, LEFT_BYTES));
        await delay(random.whole(500, 2000));
        ground.makeRoom();
        const began = Date.now();
        const stored = writers.statuses.get(200) ?? 0;
        await until(() => broken !== undefined || (writers.statuses.get(200) ?? 0) > stored);
        took.push(Date.now() - began);
      }
    } finally {
      writers.stop();
    }
    await running;
    ground.leave(ROOM_BYTES);
    const account = await writers.check();
    const metrics = await ground.metrics();
    const dropped = metrics.sum('kontor_log_lines_dropped_total');
    if (what === 'log') {
      mustHold(dropped > 0, 'no line of the log was dropped, so its disk was never full');
      const broken = readFileSync(join(ground.disk, 'log'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.endsWith('}'));
      mustHold(broken.length <= rounds, `${broken.length} lines of the log are broken`);
    }
    return `${rounds} times full; writes went on after at most ${Math.max(...took)} ms; ${account}; ${dropped} log lines dropped`;
  } finally {
    await ground.end();
  }
};
