import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';
import { UpgradeLoad } from '../support/upgrade-load.js';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'last-release.mjs');
const ADMIN = { username: 'admin', password: 'a password of the tests' };
/** Responses of each server while both run, and while one runs alone. */
const BESIDE = 100;
const ALONE = 50;

const hasLastRelease = databases().includes('mysql') && spawnSync(process.execPath, [SCRIPT, '--look']).status === 0;

if (!hasLastRelease) {
  it('an upgrade is not tested without MariaDB and the last release in the Git history', () =>
    expect(hasLastRelease).toBe(false));
} else {
  describe('an upgrade from the last release, under load', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-upgrade-'));
    const load = new UpgradeLoad(ADMIN);
    const started: KontorProcess[] = [];
    let database: TestDatabase;
    let settings: Readonly<Record<string, string>>;
    let old: string;
    let current: KontorProcess;

    const start = async (name: string, build?: string): Promise<KontorProcess> => {
      const child = KontorProcess.start('main', settings, build === undefined ? {} : { build });
      started.push(child);
      load.add(name, await child.startingUrl());
      return child;
    };

    beforeAll(async () => {
      old = execFileSync(process.execPath, [SCRIPT], { encoding: 'utf8' }).trim();
      database = await emptyDatabase('mysql');
      settings = {
        DATABASE_URL: database.url,
        JWT_SECRET: 'a secret of the tests, long enough',
        PUBLIC_BASE_URL: 'http://kontor.test',
        STORAGE_URL: `file:${join(folder, 'documents')}`,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        DRAIN_S: '3',
        // The test is about failures, not about response times on a busy machine.
        DEADLINE_QUOTE_S: '30',
        DEADLINE_READ_S: '30',
        DEADLINE_WRITE_S: '30',
        HEAVY_CALLS_PER_CALLER: '8',
      };
    }, 300_000);
    afterAll(async () => {
      await load.end();
      for (const child of started) child.signal('SIGKILL');
      await Promise.all(started.map(({ exited }) => exited));
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    it('loses no request or write while the new build migrates, joins the old one and replaces it', async () => {
      const before = await start('old', old);
      await before.url();
      await load.stock();
      load.begin();
      await load.answers(ALONE, 'old');
      current = await start('new');
      await load.becomesReady('new');
      await load.answers(BESIDE, 'old', 'new');
      before.signal('SIGTERM');
      expect(await before.exited).toEqual({ code: 0, signal: null });
      await load.answers(ALONE, 'new');
      expect(load.faults).toEqual([]);
    });

    it('lets the old build start on the newer schema, run next to the new one and be replaced', async () => {
      const again = await start('old again', old);
      const ready = await fetch(`${await again.url()}/health/ready`);
      expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('"ahead"')]);
      await load.answers(BESIDE, 'old again', 'new');
      again.signal('SIGTERM');
      expect(await again.exited).toEqual({ code: 0, signal: null });
      await start('new again');
      await load.becomesReady('new again');
      await load.answers(ALONE, 'new', 'new again');
      await load.end();
      expect(load.faults).toEqual([]);
      const { kept, later } = await load.check();
      expect(load.faults).toEqual([]);
      expect(kept).toBeGreaterThan(10);
      expect(later).toBeGreaterThan(5);
    });

    it('leaves an intact audit trail, although the old build wrote to it as well', async () => {
      expect(await runCli(settings, ['audit', 'verify'])).toMatchObject({ code: 0 });
      current.signal('SIGTERM');
      expect(await current.exited).toEqual({ code: 0, signal: null });
    });
  });
}
