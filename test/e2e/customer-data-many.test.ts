import { setTimeout as delay } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import { Database } from '../../libs/database/index.js';
import { PUBLIC_BASE, startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { KontorProcess, runCli } from '../support/process.js';
import { Shop } from '../support/shop.js';

const NUMBER = 'KD-MANY';
const PRODUCTS = 100;
const PRICES_OF_EACH = 200;
const PRICES = PRODUCTS * PRICES_OF_EACH;
/** Delays after the command's first write, which hit its writes and its commit. */
const KILLED_AFTER_MS = Array.from({ length: 10 }, (_, time) => time * 40);

describeOnDatabases('a customer with very much data', (kind) => {
  let app: TestApp;
  let shop: Shop;
  let settings: Readonly<Record<string, string>>;
  let customer: number;
  let sku: string;

  const left = async (): Promise<readonly number[]> => {
    const database = app.get<Database>(Database);
    const count = async (sql: string): Promise<number> =>
      Number((await database.queryOne<{ n: number }>(sql, [customer]))?.n);
    return [
      await count('SELECT COUNT(*) AS n FROM customer WHERE id = ?'),
      await count('SELECT COUNT(*) AS n FROM customer_price WHERE customer_id = ?'),
    ];
  };
  /** Whether this database has uncommitted writes. */
  const isWriting = async (): Promise<boolean> => {
    if (kind === 'sqlite') {
      const file = new SqliteFile(settings['DATABASE_URL']?.replace('sqlite:', ''), { timeout: 0 });
      try {
        file.exec('BEGIN IMMEDIATE; ROLLBACK');
        return false;
      } catch {
        return true;
      } finally {
        file.close();
      }
    }
    const writing = await app
      .get<Database>(Database)
      .query(
        'SELECT id FROM information_schema.processlist JOIN information_schema.innodb_trx ON trx_mysql_thread_id = id ' +
          'WHERE trx_rows_modified > 0 AND db = DATABASE()',
      );
    return writing.length > 0;
  };
  const quoted = () => shop.quote({ customer_id: customer, sku, qty: 1 });

  beforeAll(async () => {
    app = await startApp({ database: kind });
    shop = new Shop(app);
    const { DATABASE_URL, JWT_SECRET = '' } = testSettings(app.databaseUrl);
    settings = { DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL: PUBLIC_BASE };
    ({ id: customer } = await app.customer({ customer_number: NUMBER }));
    const skus: string[] = [];
    for (let made = 0; made < PRODUCTS; made += 1) skus.push(await shop.product({ price: 10 }));
    [sku = ''] = skus;
    for (let qty = 1; qty <= PRICES_OF_EACH; qty += 50) {
      const records = skus.flatMap((one) =>
        Array.from({ length: 50 }, (_, at) => ({
          customer_id: customer,
          sku: one,
          qty: qty + at,
          value: 5,
          website_id: 0,
        })),
      );
      await app.good('POST', '/rest/V1/pricing/customerprice/bulk', { records });
    }
  });
  afterAll(() => app.close());

  it('is erased completely or not at all, even if the command is killed, without blocking', async () => {
    expect(await left()).toEqual([1, PRICES]);
    for (const afterMs of KILLED_AFTER_MS) {
      const command = KontorProcess.start('cli/kontor', settings, { args: ['customer', 'erase', '--number', NUMBER] });
      let isOver = false;
      void command.exited.then(() => (isOver = true));
      while (!isOver && !(await isWriting())) await delay(1);
      await Promise.race([command.exited, delay(afterMs)]);
      // A request that waited for the stopped command would never return.
      command.signal('SIGSTOP');
      const { status } = await quoted();
      command.signal('SIGKILL');
      await command.exited;
      const rows = await left();
      if (rows[0] === 0) break;
      expect([status, rows]).toEqual([200, [1, PRICES]]);
    }
    if ((await left())[0] === 1) {
      const { code, stdout } = await runCli(settings, ['customer', 'erase', '--number', NUMBER]);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^removed +20,000 {2}customer prices$/m)]);
    }
    expect(await left()).toEqual([0, 0]);
    expect((await quoted()).status).toBe(404);
    expect(await runCli(settings, ['audit', 'verify'])).toMatchObject({ code: 0 });
  });
});
