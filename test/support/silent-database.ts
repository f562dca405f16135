import { Deadline, withDeadline } from '../../libs/kernel/index.js';
import { Persistence } from '../../libs/database/index.js';
import { openLog } from '../../src/boot/logging.js';
import { startServer } from '../../src/boot/server.js';
import { type Answer, LogLines, TestApp, testSettings } from './app.js';
import { migratedDatabase } from './databases.js';
import { Shop } from './shop.js';
import { TcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** Maximum number of database connections of the server, apart from one additional one. */
export const POOL = 10;

export interface Timed extends Answer {
  readonly ms: number;
}

const timed = async (ask: () => Promise<Answer>): Promise<Timed> => {
  const began = performance.now();
  const answer = await ask();
  return { ...answer, ms: performance.now() - began };
};

/** A server whose MariaDB connections can become silent without being closed. */
export class SilentDatabase {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly proxy: TcpProxy,
    private readonly token: string,
    private readonly sku: string,
  ) {}

  static async open(settings: Readonly<Record<string, string>>): Promise<SilentDatabase> {
    const database = await migratedDatabase('mysql');
    const { proxy, url } = await TcpProxy.before(database.url);
    const logs = new LogLines();
    const given = testSettings(url, { settings: { DATABASE_POOL: String(POOL), ...settings } });
    const server = await startServer(given, openLog(process.stdout, logs));
    const app = new TestApp(server, url, logs, () => database.drop());
    const silent = new SilentDatabase(app, proxy, await app.adminToken(), await new Shop(app).product({ price: 9 }));
    await silent.quote();
    return silent;
  }

  async close(): Promise<void> {
    this.proxy.thaw();
    await this.app.close();
    await this.proxy.close();
  }

  quote(): Promise<Timed> {
    const question = { sku: this.sku, qty: 1 };
    return timed(() => this.app.call('POST', '/rest/V1/pricing/get-final-price', question, this.token));
  }

  /** A search that is never answered from a cache. */
  searchPassports(): Promise<Timed> {
    return timed(() => this.app.call('GET', '/rest/V1/dpp/passports?searchCriteria'));
  }

  read(): Promise<Timed> {
    const path = '/rest/V1/commerce/categories/search?searchCriteria';
    return timed(() => this.app.call('GET', path, undefined, this.token));
  }

  write(): Promise<Timed> {
    const category = { name: `C-${(this.made += 1)}` };
    return timed(() => this.app.call('POST', '/rest/V1/commerce/categories', { category }, this.token));
  }

  ready(): Promise<Timed> {
    return timed(() => this.app.call('GET', '/health/ready'));
  }

  /** Sends requests of every kind at once: cached prices and others. */
  async round() {
    const times = (count: number, ask: () => Promise<Timed>) => Promise.all(Array.from({ length: count }, ask));
    const [cached, searches, reads, writes, health] = await Promise.all([
      times(10, () => this.quote()),
      times(4, () => this.searchPassports()),
      times(4, () => this.read()),
      times(4, () => this.write()),
      this.ready(),
    ]);
    return { remembered: cached, searches, reads, writes, health };
  }

  /**
   * Opens all connections that the process may have and uses each of them. Silent connections that were not used yet
   * are detected first. A connection on which the server's own work waits (webhooks, the audit trail chain) is free
   * when its time limit ends.
   */
  fill(): Promise<void> {
    return until(() =>
      this.filled().then(
        () => true,
        () => false,
      ),
    );
  }

  private async filled(): Promise<void> {
    const { transactions, database } = this.app.get<Persistence>(Persistence);
    const asked = (): Promise<unknown> =>
      withDeadline(new Deadline('read', 1_000), () => database.query('SELECT SLEEP(0.3)'));
    await Promise.allSettled(Array.from({ length: POOL }, asked));
    let started = 0;
    let all = (): void => undefined;
    const there = new Promise<void>((resolve) => (all = resolve));
    await Promise.all(
      Array.from({ length: POOL }, () =>
        transactions.snapshot(async () => {
          await database.query('SELECT 1 AS one');
          if ((started += 1) === POOL) all();
          await there;
        }),
      ),
    )
      // Work that got a connection releases it, even if other work got none.
      .finally(all);
    await this.quote();
  }
}
