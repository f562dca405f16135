import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { migratedDatabase, type TestDatabase } from './databases.js';
import { KontorProcess } from './process.js';
import { until } from './until.js';

const ADMIN = { username: 'test-admin', password: 'a password of the tests' };
const TRIES = 300;

/** Running statements that do not wait for a lock. */
const RUNNING =
  'SELECT running.id FROM information_schema.processlist running ' +
  'LEFT JOIN information_schema.innodb_trx held ON held.trx_mysql_thread_id = running.id ' +
  "WHERE running.db = DATABASE() AND running.command <> 'Sleep' AND running.id <> CONNECTION_ID() " +
  "AND COALESCE(held.trx_state, '') <> 'LOCK WAIT'";

/** A server process, called as its administrator. */
class Server {
  private token = '';

  private constructor(
    readonly process: KontorProcess,
    private readonly url: string,
  ) {}

  static async start(database: TestDatabase, settings: Readonly<Record<string, string>>): Promise<Server> {
    const child = KontorProcess.start('main', {
      DATABASE_URL: database.url,
      JWT_SECRET: 'a secret of the tests, long enough',
      PUBLIC_BASE_URL: 'http://kontor.test',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    });
    const server = new Server(child, await child.url());
    await until(async () => (await server.status('GET', '/health/ready')) === 200);
    server.token = (await (await server.call('POST', '/rest/V1/integration/admin/token', ADMIN)).json()) as string;
    return server;
  }

  async status(method: string, path: string, body?: unknown): Promise<number> {
    const answer = await this.call(method, path, body);
    await answer.arrayBuffer();
    return answer.status;
  }

  private call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: {
        ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** Two server processes on one MariaDB database. One is paused while it holds the lock on the version row. */
export class StoppedWriter {
  private made = 0;

  private constructor(
    private readonly database: TestDatabase,
    readonly stopped: Server,
    readonly other: Server,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<StoppedWriter> {
    const database = await migratedDatabase('mysql');
    const stopped = await Server.start(database, settings);
    // Without a cache, each price needs a connection from the pool.
    const other = await Server.start(database, { PRICING_MEMORY_MB: '0', ...settings });
    await stopped.status('POST', '/rest/V1/commerce/products', { product: { sku: 'A', name: 'A', price: 1 } });
    return new StoppedWriter(database, stopped, other);
  }

  write(server: Server): Promise<number> {
    return server.status('POST', '/rest/V1/commerce/categories', { category: { name: `C-${(this.made += 1)}` } });
  }

  quote(server: Server): Promise<number> {
    return server.status('POST', '/rest/V1/pricing/get-final-price', { sku: 'A', qty: 1 });
  }

  /** Pauses the process repeatedly until it holds the lock on the version row. */
  async stop(): Promise<void> {
    let isWriting = true;
    const records = () => Array.from({ length: 400 }, () => ({ name: `List ${(this.made += 1)}`, priority: 1 }));
    const writers = [1, 2, 3].map(async () => {
      const save = () => this.stopped.status('POST', '/rest/V1/pricing/pricelist/bulk', { records: records() });
      while (isWriting) await save().catch(() => 0);
    });
    void Promise.allSettled(writers);
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        await delay(20 + Math.random() * 60);
        this.stopped.process.signal('SIGSTOP');
        if (await this.isHeld()) return;
        this.stopped.process.signal('SIGCONT');
      }
      throw new Error('it never stood still with the row of versions');
    } finally {
      isWriting = false;
    }
  }

  goOn(): void {
    this.stopped.process.signal('SIGCONT');
  }

  async end(): Promise<void> {
    for (const { process } of [this.stopped, this.other]) process.signal('SIGKILL');
    await Promise.all([this.stopped.process.exited, this.other.process.exited]);
    await this.database.drop();
  }

  private async isHeld(): Promise<boolean> {
    const looking = await createConnection(this.database.url);
    try {
      // The database server can still be executing a statement for the process.
      await until(async () => (await looking.query<RowDataPacket[]>(RUNNING))[0].length === 0);
      await looking.query('SELECT version FROM change_version WHERE id = 1 FOR UPDATE NOWAIT');
      return false;
    } catch (error) {
      // Error codes of MariaDB and MySQL for a row that is locked.
      if ([1205, 3572].includes((error as { readonly errno?: number }).errno ?? 0)) return true;
      throw error;
    } finally {
      await looking.end();
    }
  }
}
