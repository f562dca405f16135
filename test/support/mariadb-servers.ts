import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port.js';
import { handOver, isRoot, ownTemporaryFiles, SERVERS } from './galera.js';

const START_MS = 60_000;
/**
 * The database on which the servers' user has all rights. The user has no other rights, so it cannot bypass read_only.
 */
const DATABASE = 'kontor';
const ACCOUNTS = [
  'FLUSH PRIVILEGES',
  "CREATE USER admin@'127.0.0.1'",
  "GRANT ALL ON *.* TO admin@'127.0.0.1' WITH GRANT OPTION",
  "CREATE USER kontor@'127.0.0.1'",
  `GRANT ALL ON ${DATABASE}.* TO kontor@'127.0.0.1'`,
  `CREATE DATABASE ${DATABASE}`,
  '',
].join(';\n');

const program = (): string => SERVERS.find((file) => existsSync(file)) ?? 'mariadbd';
const AS_USER = isRoot ? ['--user=mysql'] : [];

/** A test's own MariaDB server on loopback. It can be killed, paused, or set to replicate from another one. */
export class MariadbServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly id: number,
    private readonly options: readonly string[],
  ) {}

  static async at(folder: string, id: number, options: readonly string[]): Promise<MariadbServer> {
    return new MariadbServer(folder, await freePort(), id, options);
  }

  async start(...options: readonly string[]): Promise<void> {
    const log = join(this.folder, 'error.log');
    const child = spawn(
      program(),
      [
        '--no-defaults',
        `--datadir=${this.folder}`,
        `--socket=${join(this.folder, 'socket')}`,
        `--pid-file=${join(this.folder, 'pid')}`,
        `--log-error=${log}`,
        `--port=${this.port}`,
        `--server-id=${this.id}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        '--log-bin=binlog',
        '--log-slave-updates',
        '--binlog-format=ROW',
        '--skip-slave-start',
        '--innodb-buffer-pool-size=64M',
        '--innodb-log-file-size=32M',
        '--performance-schema=OFF',
        ...AS_USER,
        ...this.options,
        ...options,
      ],
      { stdio: 'ignore', ...ownTemporaryFiles(this.folder) },
    );
    this.child = child;
    const until = Date.now() + START_MS;
    for (;;) {
      try {
        await this.run('SELECT 1');
        return;
      } catch (error) {
        if (child.exitCode === null && Date.now() < until) {
          await delay(50);
          continue;
        }
        const last = readFileSync(log, 'utf8').slice(-2000);
        await this.kill();
        throw new Error(`a server doesn't start:\n${last}`, { cause: error });
      }
    }
  }

  get url(): string {
    return `mysql://kontor@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** Runs a statement as the server's operator. */
  async run(sql: string): Promise<readonly RowDataPacket[]> {
    const connection = await createConnection({
      host: '127.0.0.1',
      port: this.port,
      user: 'admin',
      connectTimeout: 5000,
    });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  /** Starts replicating from this primary. The server then accepts no writes of its own. */
  async follow(primary: MariadbServer): Promise<void> {
    await this.run('STOP SLAVE');
    await this.run('SET GLOBAL read_only = 1');
    await this.run(
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${primary.port}, MASTER_USER = 'admin', ` +
        'MASTER_CONNECT_RETRY = 1, MASTER_USE_GTID = slave_pos',
    );
    await this.run('START SLAVE');
  }

  /** Stops replicating and accepts writes. */
  async promote(): Promise<void> {
    await this.run('STOP SLAVE');
    await this.run('SET GLOBAL read_only = 0');
  }

  /** Resolves when all data of the primary has arrived. */
  async caughtUp(primary: MariadbServer): Promise<void> {
    const [at] = await primary.run('SELECT @@global.gtid_binlog_pos AS position');
    const [reached] = await this.run(`SELECT MASTER_GTID_WAIT('${String(at?.['position'])}', 120) AS state`);
    if (reached?.['state'] !== 0) throw new Error('a replica did not catch up');
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Several servers with the same accounts and an empty database each. All replicate from the first one. */
export class MariadbServers {
  private constructor(
    private readonly root: string,
    readonly all: readonly MariadbServer[],
  ) {}

  static async start(count: number, ...options: readonly string[]): Promise<MariadbServers> {
    const root = mkdtempSync(join(tmpdir(), 'kontor-mariadb-'));
    handOver(root);
    const first = join(root, 'server1');
    const own = ownTemporaryFiles(first);
    execFileSync(
      'mariadb-install-db',
      ['--no-defaults', `--datadir=${first}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...AS_USER],
      own,
    );
    execFileSync(
      program(),
      ['--no-defaults', `--datadir=${first}`, '--bootstrap', '--innodb-log-file-size=32M', ...AS_USER],
      {
        input: ACCOUNTS,
        stdio: ['pipe', 'ignore', 'ignore'],
        ...own,
      },
    );
    for (let id = 2; id <= count; id += 1) execFileSync('cp', ['-a', first, join(root, `server${id}`)]);
    const all: MariadbServer[] = [];
    const servers = new MariadbServers(root, all);
    try {
      for (let id = 1; id <= count; id += 1) all.push(await MariadbServer.at(join(root, `server${id}`), id, options));
      for (const server of all) await server.start();
      const [primary, ...replicas] = all;
      if (primary) for (const replica of replicas) await replica.follow(primary);
    } catch (error) {
      await servers.end();
      throw error;
    }
    return servers;
  }

  /** A DATABASE_URL with these servers as hosts, in this order. */
  static urlOf(...servers: readonly { readonly port: number }[]): string {
    return `mysql://kontor@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${DATABASE}`;
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((server) => server.kill()));
    rmSync(this.root, { recursive: true, force: true });
  }
}
