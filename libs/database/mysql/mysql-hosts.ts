import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { DeadlinePassed, outOfPatience, patience } from '../../kernel/index.js';
import {
  CommitUncertain,
  type Connection,
  type Connections,
  type LendingOptions,
  type OnceStore,
} from '../connection.js';
import type { Dialect } from '../dialect.js';
import { isLost, NoWritableHost } from '../driver-errors.js';
import type { PoolUsage } from '../connection-pool.js';
import type { Bound } from '../sql.js';
import type { MysqlServer } from '../url.js';
import { hostState, type HostState, MAY_WRITE_COLUMN, mustMayWrite } from './host-state.js';
import type { MysqlConnections } from './mysql-connections.js';

/** Time limit for connecting to a server that reported to be healthy, in milliseconds. */
const OPENED_MS = 1_500;
/** Interval for checking the hosts before the current one. Two checks must succeed before switching back. */
const CHECK_INTERVAL_MS = 5_000;
/** Time that running statements have to finish on a retired node before its connections are closed. */
const RETIREMENT_MS = 60_000;
const RETIREMENT_POLL_MS = 100;

/** Whether an error means that the current server may be lost. */
const meansLoss = (error: unknown): boolean =>
  isLost(error) || error instanceof CommitUncertain || (error instanceof DeadlinePassed && isLost(error.cause));

type Opening = (server: MysqlServer) => Promise<MysqlConnections>;

interface Present {
  readonly position: number;
  readonly inCluster: boolean;
  readonly connections: MysqlConnections;
}

/**
 * Several servers, of which the first healthy and writable one is used. If it is lost or becomes read-only, the next
 * one is used (operations.md, "Several hosts"). All old connections are closed when the caches are evicted, so that no
 * response of the old server is used afterwards.
 */
export class MysqlHosts implements Connections {
  readonly dialect: Dialect;
  readonly once: OnceStore;
  private readonly listeners: (() => void)[] = [];
  private readonly watch: NodeJS.Timeout;
  private looking: Promise<void> | undefined;
  private wellBefore: number | undefined;
  private isClosed = false;

  private constructor(
    private readonly servers: readonly MysqlServer[],
    private readonly opening: Opening,
    private present: Present,
  ) {
    this.dialect = { ...present.connections.dialect, mayWriteColumn: MAY_WRITE_COLUMN };
    this.once = {
      spend: (keys, atMs) => this.asked(({ once }) => once.spend(keys, atMs)),
      forgetBefore: (atMs) => this.asked(({ once }) => once.forgetBefore(atMs)),
      close: () => Promise.resolve(),
    };
    this.watch = setInterval(() => void this.goBack().catch(() => undefined), CHECK_INTERVAL_MS);
    this.watch.unref();
  }

  /** Throws the first server's error if no server is healthy and writable. */
  static async open(servers: readonly MysqlServer[], opening: Opening): Promise<MysqlHosts> {
    const states = await Promise.allSettled(servers.map(hostState));
    const index = states.findIndex((state) => state.status === 'fulfilled' && state.value.mayWrite);
    const server = servers[index];
    const state = states[index];
    if (server && state?.status === 'fulfilled')
      return new MysqlHosts(servers, opening, {
        position: index,
        inCluster: state.value.inCluster,
        connections: await opening(server),
      });
    for (const other of states) if (other.status === 'rejected') throw other.reason;
    throw new NoWritableHost();
  }

  get source(): DataSource {
    return this.present.connections.source;
  }

  get usage(): readonly PoolUsage[] {
    return this.present.connections.usage;
  }

  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.asked((connections) => connections.read(sql, params));
  }

  readAside(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.asked(async (connections) => {
      const rows = await connections.readAside(sql, params);
      mustMayWrite(rows[0]);
      return rows;
    });
  }

  search(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.asked((connections) => connections.search(sql, params));
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.asked((connections) =>
      connections.snapshot(async (connection) => {
        const [row] = await connection.query(`SELECT 1 AS one${MAY_WRITE_COLUMN}`, []);
        mustMayWrite(row);
        return work(connection);
      }),
    );
  }

  write<T>(work: (connection: Connection) => Promise<T>, options?: LendingOptions): Promise<T> {
    return this.asked((connections) => connections.write(work, options));
  }

  schema<T>(work: (runner: QueryRunner, connection: Connection) => Promise<T>): Promise<T> {
    return this.asked((connections) => connections.schema(work));
  }

  onMoved(listener: () => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.watch);
    await this.looking?.catch(() => undefined);
    await this.present.connections.close();
  }

  /** Runs `ask` on the current server. If that server may be lost, first waits until the next one is known. */
  private async asked<T>(ask: (connections: MysqlConnections) => Promise<T>): Promise<T> {
    if (this.looking) await inPatience(this.looking);
    const { present } = this;
    try {
      return await ask(present.connections);
    } catch (error) {
      if (meansLoss(error) && present === this.present && !this.isClosed)
        this.looking ??= this.look().finally(() => (this.looking = undefined));
      throw error;
    }
  }

  /**
   * Checks the current server and, if it is unhealthy, switches to the first healthy one. Never throws; on failure
   * nothing changes.
   */
  private async look(): Promise<void> {
    const states = this.servers.map((server) => hostState(server).catch(() => undefined));
    if ((await states[this.present.position])?.mayWrite) return;
    for (const [index, asked] of states.entries()) {
      const state = await asked;
      if (index !== this.present.position && state?.mayWrite && (await this.movedTo(index, state))) return;
    }
  }

  /**
   * In a cluster, all processes should write to the first healthy node, so this process returns to it when it has
   * recovered.
   */
  private async goBack(): Promise<void> {
    const { position: present, inCluster } = this.present;
    if (!inCluster || present === 0 || this.looking) return;
    const states = await Promise.all(
      this.servers.slice(0, present).map((server) => hostState(server).catch(() => undefined)),
    );
    const index = states.findIndex((state) => state?.mayWrite && state.inCluster);
    const isSteady = index >= 0 && index === this.wellBefore;
    this.wellBefore = index < 0 ? undefined : index;
    const state = states[index];
    if (!isSteady || !state || this.looking || this.present.position !== present) return;
    this.looking = this.movedTo(index, state, true)
      .then(() => undefined)
      .finally(() => (this.looking = undefined));
    await this.looking;
  }

  private async movedTo(index: number, { inCluster }: HostState, isPeaceful = false): Promise<boolean> {
    const connections = await this.opened(index);
    if (!connections) return false;
    const former = this.present.connections;
    // The rest must run synchronously.
    this.present = { position: index, inCluster, connections };
    this.wellBefore = undefined;
    if (isPeaceful) void leftInPeace(former);
    else former.leave();
    for (const listener of this.listeners) listener();
    return true;
  }

  /** Undefined if the server does not accept connections, is of another kind or is no longer needed. */
  private async opened(index: number): Promise<MysqlConnections | undefined> {
    const opening = this.opening(this.servers[index] as MysqlServer);
    const late = new AbortController();
    const waited = delay(OPENED_MS, undefined, late).catch(() => undefined);
    const connections = await Promise.race([opening, waited]).catch(() => undefined);
    late.abort();
    const { mariadb, idStep } = this.dialect;
    const isSame = connections?.dialect.mariadb === mariadb && connections.dialect.idStep === idStep;
    if (connections && isSame && !this.isClosed) return connections;
    void opening.then((unused) => unused.leave()).catch(() => undefined);
    return undefined;
  }
}

/** Callers with time left retry, as after a lost connection. */
const notYetKnown = (): Error =>
  Object.assign(outOfPatience({ cause: 'the new database host is not known yet' }), {
    code: 'PROTOCOL_CONNECTION_LOST',
  });

const inPatience = async (looking: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notYetKnown()), patience(OPENED_MS * 2));
  });
  try {
    await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Closes the connections to a healthy node, after running statements had time to finish. */
const leftInPeace = async (connections: MysqlConnections): Promise<void> => {
  const until = performance.now() + RETIREMENT_MS;
  while (connections.inUse > 0 && performance.now() < until) await delay(RETIREMENT_POLL_MS, undefined, { ref: false });
  connections.leave();
};
