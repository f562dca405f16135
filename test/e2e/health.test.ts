import { CHILD_STARTS, Transactions } from '../../libs/kernel/index.js';
import { Database, migrate, Persistence } from '../../libs/database/index.js';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { LogLines, startApp, TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases, emptyDatabase } from '../support/databases.js';

describeOnDatabases('health', (database) => {
  it('reports live and ready to anonymous callers, and prevents caching', async () => {
    const app = await startApp({ database });
    const live = await app.call('GET', '/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
    const ready = await app.call('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', database: 'ok', migrations: 'ok' }]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    expect((await app.call('HEAD', '/health/ready')).status).toBe(200);
    expect((await app.call('GET', '/health/else')).status).toBe(404);
    await app.close();
  });

  it('is not ready while child processes cannot start, and names them', async () => {
    const app = await startApp({ database });
    const ready = async () => {
      const { status, body } = await app.call('GET', '/health/ready');
      return [status, body];
    };
    for (let start = 0; start < 2; start += 1) CHILD_STARTS.failed('search');
    const well = { database: 'ok', migrations: 'ok' };
    expect(await ready()).toEqual([503, { status: 'unavailable', ...well, process_search: 'failed' }]);
    expect((await app.call('GET', '/health/live')).status).toBe(200);
    CHILD_STARTS.succeeded('search');
    expect(await ready()).toEqual([200, { status: 'ok', ...well }]);
    await app.close();
  });

  it('is not ready while the schema is out of date, and ready after a migration', async () => {
    const { url, drop } = await emptyDatabase(database);
    const logs = new LogLines();
    const settings = testSettings(url, {
      settings: { MIGRATE_AT_START: '0', ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password of the tests' },
    });
    const app = new TestApp(await startServer(settings, openLog(process.stdout, logs)), url, logs, drop);
    const behind = await app.call('GET', '/health/ready');
    expect([behind.status, behind.body]).toEqual([
      503,
      { status: 'unavailable', database: 'ok', migrations: 'failed' },
    ]);
    expect((await app.call('GET', '/health/live')).status).toBe(200);
    await migrate(app.get(Persistence));
    expect((await app.call('GET', '/health/ready')).status).toBe(200);
    // The records that a start creates exist by then.
    const credentials = { username: 'admin', password: 'a password of the tests' };
    const { status, body: token } = await app.call('POST', '/rest/V1/integration/admin/token', credentials);
    expect(status).toBe(200);
    const templates = await app.call('GET', '/rest/V1/dpp/manage/templates/search?searchCriteria=', undefined, token);
    expect(templates.body.total_count).toBeGreaterThan(0);
    await app.close();
  });

  it('creates the administrator after a later migration, even without a health check', async () => {
    const { url, drop } = await emptyDatabase(database);
    const logs = new LogLines();
    const settings = testSettings(url, {
      settings: { MIGRATE_AT_START: '0', ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password of the tests' },
    });
    const app = new TestApp(await startServer(settings, openLog(process.stdout, logs)), url, logs, drop);
    await logs.until(({ msg }) =>
      /^the schema is out of date; the server is not ready until `kontor migrate`/.test(msg ?? ''),
    );
    await migrate(app.get(Persistence));
    await logs.until(({ msg }) => msg === 'administrator admin created');
    await app.close();
  });

  it('is ready with the schema of a newer build, and reports it as ahead', async () => {
    const app = await startApp({ database });
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run('INSERT INTO migration (name, applied_at) VALUES (?, ?)', ['20990101000000-later', '2099-01-01']),
      );
    const ready = await app.call('GET', '/health/ready');
    expect([ready.status, ready.body]).toEqual([200, { status: 'ok', database: 'ok', migrations: 'ahead' }]);
    await app.close();
  });
});
