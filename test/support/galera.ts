import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from './free-port.js';

/** From Debian's package galera-4. */
const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
export const SERVERS = ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd', '/usr/bin/mariadbd'];
const START_MS = 90_000;

export const isRoot = process.getuid?.() === 0;

const idOf = (flag: '-u' | '-g'): number => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }));

/** If run as root, gives the files to the user that the server runs as. */
export const handOver = (...files: readonly string[]): void => {
  if (!isRoot) return;
  for (const file of files) chownSync(file, idOf('-u'), idOf('-g'));
};

/**
 * Separate temporary files for each server. A starting server deletes those in `/tmp`, and a server of other tests
 * would crash without them.
 */
export const ownTemporaryFiles = (dataFolder: string): { readonly env: NodeJS.ProcessEnv } => {
  const folder = `${dataFolder}-tmp`;
  mkdirSync(folder, { recursive: true });
  handOver(folder);
  return { env: { ...process.env, TMPDIR: folder } };
};

interface Ports {
  readonly sql: number;
  readonly group: number;
  readonly transfer: number;
}

/** One node of a cluster: a server process on loopback. */
export class GaleraNode {
  private child: ChildProcess | undefined;

  constructor(
    private readonly folder: string,
    private readonly ports: Ports,
    /** Addresses of the group. Without addresses, this node starts a new group. */
    private readonly others: () => string,
    /** Further options of the Galera provider. */
    private readonly options: readonly string[],
  ) {}

  get port(): number {
    return this.ports.sql;
  }

  get runs(): boolean {
    return this.child !== undefined;
  }

  async start(position?: string): Promise<void> {
    const own = position === undefined ? [] : [`--wsrep-start-position=${position}`];
    const child = this.spawned([`--wsrep-cluster-address=gcomm://${this.others()}`, ...own]);
    this.child = child;
    let over = false;
    child.once('exit', () => (over = true));
    const until = Date.now() + START_MS;
    while (!(await this.isSynced())) {
      if (over || Date.now() > until) throw new Error(`a node of the cluster doesn't start:\n${this.log()}`);
      await delay(100);
    }
  }

  /** Restarts after a kill: recovers the node's position, then fetches the missing transactions from the others. */
  async startAgain(): Promise<void> {
    await this.start(await this.position());
  }

  /** Begins the group anew, with what this node has. */
  async beginAgain(): Promise<void> {
    const state = this.file('grastate.dat');
    writeFileSync(state, readFileSync(state, 'utf8').replace('safe_to_bootstrap: 0', 'safe_to_bootstrap: 1'));
    await this.startAgain();
  }

  /** Where a killed node stood: the group and the number of its last transaction. */
  async position(): Promise<string> {
    const child = this.spawned(['--wsrep-recover', '--disable-log-error', '--wsrep-cluster-address=gcomm://'], 'pipe');
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
    await once(child, 'close');
    const found = [...output.matchAll(/Recovered position: *(\S+)/g)].at(-1);
    if (found?.[1] === undefined) throw new Error(`where a node stood can't be found out:\n${output}`);
    return found[1];
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** Shuts down in order. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** True if the node is part of the cluster and has all its data. */
  async isSynced(): Promise<boolean> {
    try {
      return (await this.status('wsrep_local_state_comment')) === 'Synced';
    } catch {
      return false;
    }
  }

  async status(name: string): Promise<string> {
    const connection = await createConnection({
      port: this.port,
      host: '127.0.0.1',
      user: 'kontor',
      connectTimeout: 2000,
    });
    try {
      const asked = connection.query<RowDataPacket[]>('SHOW STATUS LIKE ?', [name]);
      const [[row]] = (await Promise.race([asked, delay(2000).then(() => Promise.reject(new Error('no answer')))])) as [
        RowDataPacket[],
        unknown,
      ];
      return String(row?.['Value']);
    } finally {
      connection.destroy();
    }
  }

  private log(): string {
    return existsSync(this.file('error.log')) ? readFileSync(this.file('error.log'), 'utf8').slice(-4000) : '';
  }

  private file(name: string): string {
    return join(this.folder, name);
  }

  private spawned(options: readonly string[], stderr: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
    const server = SERVERS.find((file) => existsSync(file)) ?? 'mariadbd';
    const { sql, group, transfer } = this.ports;
    const provider = [
      `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
      `base_host=127.0.0.1`,
      `base_port=${group}`,
      `ist.recv_addr=127.0.0.1:${transfer}`,
      'gcache.size=64M',
      ...this.options,
    ];
    return spawn(
      server,
      [
        '--no-defaults',
        `--datadir=${this.folder}`,
        `--socket=${this.file('socket')}`,
        `--pid-file=${this.file('pid')}`,
        `--log-error=${this.file('error.log')}`,
        `--port=${sql}`,
        '--bind-address=127.0.0.1',
        '--skip-name-resolve',
        ...(isRoot ? ['--user=mysql'] : []),
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--innodb-buffer-pool-size=64M',
        '--innodb-log-file-size=32M',
        // What operations.md requires of a cluster: all nodes may be killed at once.
        '--innodb-flush-log-at-trx-commit=1',
        '--performance-schema=OFF',
        '--wsrep-on=ON',
        `--wsrep-provider=${PROVIDER}`,
        '--wsrep-cluster-name=kontor',
        `--wsrep-node-address=127.0.0.1:${group}`,
        `--wsrep-provider-options=${provider.join(';')}`,
        ...options,
      ],
      { stdio: ['ignore', 'ignore', stderr], ...ownTemporaryFiles(this.folder) },
    );
  }
}

/** Three MariaDB nodes on loopback with the same data. `end` removes the nodes and their files. */
export class GaleraCluster {
  private constructor(
    private readonly root: string,
    readonly nodes: readonly GaleraNode[],
  ) {}

  static async start(size = 3, options: readonly string[] = []): Promise<GaleraCluster> {
    const root = mkdtempSync(join(tmpdir(), 'kontor-galera-'));
    handOver(root);
    const first = join(root, 'node0');
    const own = ownTemporaryFiles(first);
    execFileSync(
      'mariadb-install-db',
      [
        '--no-defaults',
        `--datadir=${first}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...(isRoot ? ['--user=mysql'] : []),
      ],
      own,
    );
    // Runs before the node joins the cluster, so that all nodes start with the same accounts.
    execFileSync(
      SERVERS.find((file) => existsSync(file)) ?? 'mariadbd',
      [
        '--no-defaults',
        `--datadir=${first}`,
        '--bootstrap',
        '--innodb-log-file-size=32M',
        ...(isRoot ? ['--user=mysql'] : []),
      ],
      {
        input:
          "FLUSH PRIVILEGES;\nCREATE USER kontor@'127.0.0.1';\nGRANT ALL ON *.* TO kontor@'127.0.0.1';\nCREATE USER haproxy@'127.0.0.1';\n",
        stdio: ['pipe', 'ignore', 'ignore'],
        ...own,
      },
    );
    const ports: Ports[] = [];
    for (let index = 0; index < size; index += 1)
      ports.push({ sql: await freePort(), group: await freePort(), transfer: await freePort() });
    const nodes: GaleraNode[] = [];
    const othersOf = (index: number) => (): string =>
      ports.flatMap(({ group }, at) => (at !== index && nodes[at]?.runs ? [`127.0.0.1:${group}`] : [])).join(',');
    for (const [index, own] of ports.entries())
      nodes.push(new GaleraNode(join(root, `node${index}`), own, othersOf(index), options));
    const cluster = new GaleraCluster(root, nodes);
    try {
      // The first node's files belong to the group, so a copy of them can join without a full state transfer.
      await nodes[0]?.start();
      await nodes[0]?.stop();
      for (let index = 1; index < size; index += 1) execFileSync('cp', ['-a', first, join(root, `node${index}`)]);
      for (const node of nodes) await node.start();
    } catch (error) {
      await cluster.end();
      throw error;
    }
    return cluster;
  }

  /** After all nodes were killed: the one that got furthest begins, the others get from it what they lack. */
  async startAgain(): Promise<void> {
    const stood = await Promise.all(
      this.nodes.map(async (node) => ({ node, at: Number((await node.position()).split(':').at(-1)) })),
    );
    const [furthest, ...others] = stood.toSorted((one, other) => other.at - one.at);
    await furthest?.node.beginAgain();
    for (const { node } of others) await node.startAgain();
  }

  async createDatabase(name: string): Promise<void> {
    const [first] = this.nodes;
    const connection = await createConnection({ port: first?.port ?? 0, host: '127.0.0.1', user: 'kontor' });
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.end();
  }

  async end(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    rmSync(this.root, { recursive: true, force: true });
  }
}
