import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CAN_ISOLATE, forkedBy, onSmallDisk } from '../support/container.js';
import { migratedDatabase, type TestDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { KontorProcess } from '../support/process.js';
import { ReportedMetrics } from '../support/reported-metrics.js';
import { until } from '../support/until.js';

const ADMIN = { username: 'admin', password: 'a password of the tests' };
const METRIC = 'kontor_disk_full_total';

if (!CAN_ISOLATE) {
  it('a full disk cannot be tested without a tmpfs', () => expect(CAN_ISOLATE).toBe(false));
} else {
  describe('a server with a full disk', () => {
    let folder: string;
    let database: TestDatabase;
    let child: KontorProcess;
    let metricsPort: number;
    let url: string;
    let token: string;
    /** Fills the disk except for this number of bytes. */
    let leave: (bytes: number) => void;

    const call = async (verb: string, path: string, body?: object) => {
      const answer = await fetch(url + path, {
        method: verb,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as never, headers: answer.headers };
    };
    const metrics = () => ReportedMetrics.of(metricsPort);

    const start = async (settings: (place: string) => Readonly<Record<string, string>>): Promise<void> => {
      folder = mkdtempSync(join(tmpdir(), 'kontor-disk-'));
      const place = join(folder, 'disk');
      mkdirSync(place);
      database = await migratedDatabase('sqlite');
      metricsPort = await freePort();
      const under = onSmallDisk(place, '48m', [database.url.slice('sqlite:'.length)]);
      const common = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of the tests, long enough',
        METRICS_PORT: String(metricsPort),
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        STORAGE_URL: `file:${join(folder, 'documents')}`,
        DRAIN_S: '0',
      };
      child = KontorProcess.start('main', { ...common, ...settings(place) }, { under });
      url = await child.url();
      const disk = join('/proc', String(forkedBy(child.pid)), 'root', place);
      const filler = join(disk, 'filler');
      leave = (bytes) => {
        writeFileSync(filler, '');
        const { bavail, bsize } = statfsSync(disk);
        const pages = Math.max(0, bavail - Math.ceil(bytes / bsize));
        try {
          writeFileSync(filler, Buffer.alloc(pages * bsize));
        } catch (error) {
          // The server has written to the disk in the meantime.
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      };
      const answer = await call('POST', '/rest/V1/integration/admin/token', ADMIN);
      token = answer.body;
    };
    afterEach(async () => {
      process.kill(forkedBy(child.pid), 'SIGTERM');
      await child.exited;
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    const ready = async (): Promise<{ readonly status: number; readonly body: { readonly status: string } }> => {
      const { status, body } = await call('GET', '/health/ready');
      return { status, body };
    };

    it('rejects writes to SQLite with 503, serves reads, reports it, and recovers', async () => {
      await start((place) => ({ DATABASE_URL: `sqlite:${join(place, database.url.replace(/^.*\//, ''))}` }));
      const category = { category: { name: 'x'.repeat(200) } };
      const save = () => call('POST', '/rest/V1/commerce/categories', category);
      expect((await save()).status).toBe(200);
      expect((await metrics()).sum('kontor_disk_free_bytes', { disk: 'database' })).toBeGreaterThan(0);
      leave(0);
      await until(async () => (await save()).status !== 200, 0);
      const { status, body, headers } = await save();
      expect({ status, body }).toEqual({ status: 503, body: { message: expect.stringContaining('disk is full') } });
      expect(headers.get('retry-after')).toBe('30');
      expect((await call('GET', '/rest/V1/commerce/categories/search?searchCriteria')).status).toBe(200);
      expect(await ready()).toEqual({
        status: 200,
        body: { status: 'degraded', database: 'ok', migrations: 'ok', disk_database: 'full' },
      });
      const reported = await metrics();
      expect(reported.sum(METRIC, { disk: 'database' })).toBeGreaterThanOrEqual(1);
      expect(reported.sum('kontor_disk_free_bytes', { disk: 'database' })).toBeLessThan(1_000_000);
      leave(20 * 1_048_576);
      expect((await save()).status).toBe(200);
      const isWell = async (): Promise<boolean> => {
        await save();
        return (await ready()).body.status === 'ok';
      };
      await until(isWell, 500);
      expect(await ready()).toEqual({ status: 200, body: { status: 'ok', database: 'ok', migrations: 'ok' } });
    });

    it('rejects document files with 503, stores other records, reports it, and recovers', async () => {
      await start((place) => ({ STORAGE_URL: `file:${place}` }));
      const { body } = await call('POST', '/rest/V1/customerdocuments', {
        document: { name: 'A document' },
      });
      const file = `/rest/V1/customerdocuments/${(body as { readonly id: number }).id}/file`;
      const bytes = Buffer.from(`%PDF-1.4\n${'x'.repeat(500_000)}`).toString('base64');
      const put = () => call('PUT', file, { documentFile: { name: 'a.pdf', base64_encoded_data: bytes } });
      leave(100_000);
      const refused = await put();
      expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('disk is full') } });
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await ready()).toMatchObject({ status: 200, body: { status: 'degraded', disk_documents: 'full' } });
      expect((await metrics()).sum(METRIC, { disk: 'documents' })).toBe(1);
      // Other records are still stored.
      expect((await call('POST', '/rest/V1/commerce/categories', { category: { name: 'C' } })).status).toBe(200);
      leave(20 * 1_048_576);
      expect((await put()).status).toBe(200);
      await until(async () => (await put()).status === 200 && (await ready()).body.status === 'ok', 500);
    });
  });
}
