import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { GaleraCluster } from '../support/galera.js';
import { Haproxy } from '../support/haproxy.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { runCommand, type ServerProcess, startProcess } from '../bench/processes.js';
import { ClusterWorkload } from './cluster-workload.js';
import type { Random } from './random.js';
import { mustHold } from './shop.js';

const NODES = 3;
/**
 * Maximum connections through a member's relay: its pool, the connection that reads versions, and some that are being
 * replaced.
 */
const CONNECTIONS_MAX = 11;

/** A database node, and a server that connects to it through its own relay. */
export interface Member {
  readonly index: number;
  readonly relay: TcpProxy;
  readonly settings: Readonly<Record<string, string>>;
  server: ServerProcess | undefined;
}

/** A cluster with a new database, and the settings of the servers for each node. */
export class ClusterGround {
  private constructor(
    readonly galera: GaleraCluster,
    readonly members: readonly Member[],
    private readonly pauseMs: number,
  ) {}

  /** `pauseMs` is the pause of each writer and reader between two calls. */
  static async open(
    options: readonly string[] = [],
    {
      settings = {},
      pauseMs = 0,
    }: { readonly settings?: Readonly<Record<string, string>>; readonly pauseMs?: number } = {},
  ): Promise<ClusterGround> {
    const galera = await GaleraCluster.start(NODES, options);
    const members: Member[] = [];
    const common = {
      JWT_SECRET: randomBytes(32).toString('hex'),
      PUBLIC_BASE_URL: 'http://kontor.test',
      ...settings,
    };
    for (const [index, { port }] of galera.nodes.entries()) {
      const relay = new TcpProxy({ host: '127.0.0.1', port });
      await relay.open();
      members.push({ index, relay, settings: common, server: undefined });
    }
    return new ClusterGround(galera, members, pauseMs);
  }

  /**
   * Starts servers on all members with a new database of this name, and a workload on them. Each server uses its own
   * node, or all use the same hosts.
   */
  async opened(name: string, random: Random, hosts?: string) {
    await this.stopServers();
    const all = await this.database(name, hosts);
    const [first] = all;
    if (!first) throw new Error('no member');
    await runCommand(first, 'migrate');
    const create = ['integration', 'create', '--name', 'campaign', '--resource', 'Kontor::all'];
    const token = (await runCommand(first, ...create)).trim();
    const start = async (member: Member): Promise<void> => {
      member.server = await startProcess('src/main', all[member.index] ?? {});
    };
    await Promise.all(this.members.map(start));
    const workload = new ClusterWorkload(this.members, token, random, this.pauseMs);
    await workload.stock();
    return { workload, start };
  }

  /** Number of connections from servers to this node. */
  async connectionsAt(index: number): Promise<number> {
    const connection = await createConnection({
      host: '127.0.0.1',
      port: this.galera.nodes[index]?.port ?? 0,
      user: 'kontor',
    });
    try {
      const [[row]] = await connection.query<RowDataPacket[]>(
        'SELECT COUNT(*) AS count FROM information_schema.processlist WHERE user = ? AND id <> CONNECTION_ID()',
        ['kontor'],
      );
      return Number(row?.['count']);
    } finally {
      connection.destroy();
    }
  }

  async stopServers(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const servers = this.members.flatMap(({ server }) => (server ? [server] : []));
    for (const member of this.members) member.server = undefined;
    await Promise.all(servers.map((server) => server.kill(signal)));
  }

  /** Settings of all members, for a new empty database of this name. */
  async database(name: string, hosts?: string): Promise<readonly Readonly<Record<string, string>>[]> {
    await this.galera.createDatabase(name);
    return this.members.map(({ settings, relay }) => ({
      ...settings,
      DATABASE_URL: `mysql://kontor@${hosts ?? `127.0.0.1:${relay.port}`}/${name}`,
    }));
  }

  async end(): Promise<void> {
    await this.stopServers('SIGKILL');
    await Promise.all(this.members.map(({ relay }) => relay.close()));
    await this.galera.end();
  }
}

/** In each round, starts a server on each node at once, on a new database. All of them must start. */
export const clusterStarts = async (ground: ClusterGround, rounds: number): Promise<string> => {
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = await ground.database(`starts${round}`);
    const began = Date.now();
    const started = await Promise.allSettled(all.map((settings) => startProcess('src/main', settings)));
    took.push(Date.now() - began);
    const failed = started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const up = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(up.map((server) => server.kill('SIGTERM')));
    mustHold(failed.length === 0, `round ${round}: ${failed.length} of ${NODES} didn't start\n${failed.join('\n')}`);
  }
  return `${rounds * NODES} starts on ${NODES} nodes, the slowest three up after ${Math.max(...took)} ms`;
};

/** A disturbance of a member: its name, its start and its end. */
interface Trouble {
  readonly name: string;
  /** True if it pauses a server process, which needs longer limits (docs/operations.md, "A cluster"). */
  readonly stopsProcess: boolean;
  readonly run: (member: Member, forMs: number) => Promise<void>;
}

const troublesOf = (
  ground: ClusterGround,
  random: Random,
  start: (member: Member) => Promise<void>,
): readonly Trouble[] => {
  const nodeOf = ({ index }: Member) => {
    const node = ground.galera.nodes[index];
    if (!node) throw new Error('no such node');
    return node;
  };
  const trouble = (name: string, run: Trouble['run'], stopsProcess = false): Trouble => ({ name, run, stopsProcess });
  return [
    trouble('a node is killed', async (member, forMs) => {
      await nodeOf(member).kill();
      await delay(forMs);
      await nodeOf(member).startAgain();
    }),
    trouble(
      'a process stands still',
      async ({ server }, forMs) => {
        server?.child.kill('SIGSTOP');
        await delay(forMs);
        server?.child.kill('SIGCONT');
      },
      true,
    ),
    trouble('some connections fall silent', async ({ relay }, forMs) => {
      relay.freeze(random.whole(1, CONNECTIONS_MAX));
      await delay(forMs);
      relay.thaw();
    }),
    trouble('a process is killed', async (member) => {
      await member.server?.kill('SIGKILL');
      await start(member);
    }),
    trouble('a node stands still', async (member, forMs) => {
      nodeOf(member).signal('SIGSTOP');
      await delay(forMs);
      nodeOf(member).signal('SIGCONT');
    }),
    trouble('connections are cut', ({ relay }) => Promise.resolve(relay.cut())),
  ];
};

/** Maximum time until a write is accepted anywhere in the cluster (docs/operations.md, "A cluster"). */
export interface Patience {
  readonly nodeMs: number;
  readonly processMs: number;
  /** Limit for a quote of an undisturbed process while another one is paused. */
  readonly quoteMs: number;
}

const SETTLED_MS = 120_000;

/**
 * Servers on three nodes that all accept writes, with readers on all of them. Every few seconds, a node, a process or
 * connections are disturbed. No response is older than a confirmed write, no confirmed write is lost or stored twice,
 * no response is 500, and the cluster accepts writes again in time.
 */
export const clusterFaults = async (
  ground: ClusterGround,
  random: Random,
  rounds: number,
  patience: Patience,
): Promise<string> => {
  const { workload, start } = await ground.opened('faults', random);
  const troubles = troublesOf(ground, random, start);
  const running = workload.run();
  const summary: string[] = [];
  let broken: unknown;
  void running.catch((error: unknown) => (broken = error));
  try {
    for (let round = 0; round < rounds && broken === undefined; round += 1) {
      const { name, run, stopsProcess } = troubles[round % troubles.length] as Trouble;
      const member = ground.members[random.whole(0, NODES - 1)] as Member;
      await delay(random.whole(1000, 3000));
      const window = workload.watch(member.index);
      await run(member, random.whole(3000, 15_000));
      await settled(ground);
      // A caller that stopped because a rule was broken does not write anymore, so it is not slow.
      if (broken !== undefined) await running;
      const { longestGapMs, slowestQuoteMs } = window.end();
      const said = `round ${round}: ${name} (${member.index}): ${longestGapMs} ms without a write, a quote elsewhere took ${slowestQuoteMs} ms`;
      const isInTime = stopsProcess
        ? longestGapMs <= patience.processMs && slowestQuoteMs <= patience.quoteMs
        : longestGapMs <= patience.nodeMs;
      mustHold(isInTime, said);
      summary.push(said);
      if (process.env['CAMPAIGN_SEED'] !== undefined) process.stdout.write(`${said}\n`);
    }
  } finally {
    workload.stop();
    for (const { relay, server } of ground.members) {
      relay.thaw();
      server?.child.kill('SIGCONT');
    }
  }
  await running;
  await settled(ground);
  const account = await workload.check();
  return `${rounds} troubles; ${account}\n  ${summary.join('\n  ')}`;
};

/**
 * All servers are behind the balancer of `deploy/haproxy.cfg`, which routes them to one node. The node is killed and
 * returns. Writes continue at another node and then at the first one again, and no confirmed write is lost.
 */
export const clusterBalanced = async (
  ground: ClusterGround,
  random: Random,
  rounds: number,
  patience: Patience,
): Promise<string> => {
  const balancer = await Haproxy.start(ground.galera.nodes.map(({ port }) => port));
  try {
    const { workload } = await ground.opened('balanced', random, `127.0.0.1:${balancer.port}`);
    const [writing] = ground.galera.nodes;
    const running = workload.run();
    let broken: unknown;
    void running.catch((error: unknown) => (broken = error));
    const gaps: number[] = [];
    try {
      for (let round = 0; round < rounds; round += 1) {
        const window = workload.watch(-1);
        await writing?.kill();
        await delay(random.whole(8000, 10_000));
        await writing?.startAgain();
        await settled(ground);
        await delay(3000);
        if (broken !== undefined) await running;
        const { longestGapMs } = window.end();
        gaps.push(longestGapMs);
        mustHold(
          longestGapMs <= patience.nodeMs,
          `round ${round}: ${longestGapMs} ms without a write behind a balancer`,
        );
      }
    } finally {
      workload.stop();
    }
    await running;
    const line = `the longest time without a write ${Math.max(...gaps)} ms`;
    return `${rounds} times the writing node was killed behind a balancer, ${line}; ${await workload.check()}`;
  } finally {
    await ground.stopServers();
    await balancer.end();
  }
};

/**
 * Time after which the nodes agree that one of them has failed. The default is five seconds (docs/operations.md,
 * "Several hosts").
 */
export const QUICK_SUSPICION = [
  'evs.keepalive_period=PT0.3S',
  'evs.inactive_check_period=PT0.2S',
  'evs.suspect_timeout=PT1S',
  'evs.inactive_timeout=PT3S',
] as const;

/**
 * All servers have all nodes as hosts in one address, without a balancer. The first node is killed and returns. Another
 * node returns prices in time, writes continue, no confirmed write is lost, and all servers return to the first node.
 */
export const clusterHosts = async (
  ground: ClusterGround,
  random: Random,
  rounds: number,
  patience: { readonly quotesMs: number; readonly backMs: number },
): Promise<string> => {
  const { nodes } = ground.galera;
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const { workload } = await ground.opened('hosts', random, hosts);
  const running = workload.run();
  let broken: unknown;
  void running.catch((error: unknown) => (broken = error));
  const gaps: number[] = [];
  const writes: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await delay(random.whole(500, 1500));
      const window = workload.watch(-1);
      await nodes[0]?.kill();
      await delay(random.whole(6000, 8000));
      const { longestWithoutQuoteMs, longestGapMs } = window.end();
      gaps.push(longestWithoutQuoteMs);
      writes.push(longestGapMs);
      await nodes[0]?.startAgain();
      await settled(ground);
      for (const until = Date.now() + patience.backMs; (await ground.connectionsAt(1)) > 0; await delay(200))
        mustHold(
          Date.now() < until,
          `${patience.backMs} ms after the first node was back, servers still use the second`,
        );
      if (broken !== undefined) await running;
      mustHold(
        longestWithoutQuoteMs <= patience.quotesMs,
        `round ${round}: ${longestWithoutQuoteMs} ms without a quote, ${longestGapMs} without a write`,
      );
    }
  } finally {
    workload.stop();
  }
  await running;
  const line = `at most ${Math.max(...gaps)} ms without a quote, ${Math.max(...writes)} ms without a write`;
  return `${rounds} times the first of three hosts was killed, ${line}; ${await workload.check()}`;
};

/** Two nodes change different fields of one record at the same moment. Both changes must be stored at every node. */
export const clusterFields = async (ground: ClusterGround, random: Random, rounds: number): Promise<string> => {
  const { workload } = await ground.opened('fields', random);
  const repeats = await workload.changeFieldsAtOnce(rounds);
  return `${rounds} times two nodes changed a field each of one record at once, ${repeats} sent again; 0 lost`;
};

/** All nodes are killed within a second. Confirmed writes must survive (docs/operations.md, "A cluster"). */
export const clusterKilled = async (ground: ClusterGround, random: Random, rounds: number): Promise<string> => {
  const { workload } = await ground.opened('killed', random);
  const running = workload.run();
  let broken: unknown;
  void running.catch((error: unknown) => (broken = error));
  try {
    for (let round = 0; round < rounds && broken === undefined; round += 1) {
      await delay(random.whole(3000, 6000));
      await Promise.all(
        ground.galera.nodes.map(async (node) => {
          await delay(random.whole(0, 1000));
          await node.kill();
        }),
      );
      await ground.galera.startAgain();
      await settled(ground);
    }
  } finally {
    workload.stop();
  }
  await running;
  await settled(ground);
  return `${rounds} times all nodes were killed within a second; ${await workload.check()}`;
};

const BULK_ROWS = { least: 5000, most: 10_000 };

/** Bulk calls of both modes alternate at one node, next to a writer on each node. None fails. */
export const clusterBulks = async (ground: ClusterGround, random: Random, rounds: number): Promise<string> => {
  const { workload } = await ground.opened('bulks', random);
  const skus = await workload.products(BULK_ROWS.most);
  const took: number[] = [];
  await workload.beside(async () => {
    for (let round = 0; round < rounds; round += 1) {
      const rows = skus.slice(0, random.whole(BULK_ROWS.least, BULK_ROWS.most));
      took.push(await workload.writeBulk(0, round % 2 === 0 ? 'best_effort' : 'all_or_nothing', rows, round + 1));
    }
  });
  await workload.check();
  return `${rounds} bulk calls of ${BULK_ROWS.least} to ${BULK_ROWS.most} rows beside ${NODES} writers, the slowest ${Math.max(...took)} ms`;
};

/** Waits until all nodes have all data and every server reports that it is ready. */
const settled = async ({ galera, members }: ClusterGround): Promise<void> => {
  const until = Date.now() + SETTLED_MS;
  for (;;) {
    const nodes = await Promise.all(galera.nodes.map((node) => node.isSynced()));
    const servers = await Promise.all(members.map(({ server }) => isReady(server)));
    if ([...nodes, ...servers].every(Boolean)) return;
    mustHold(Date.now() < until, `after ${SETTLED_MS} ms nodes ${nodes.join()} and servers ${servers.join()} are well`);
    await delay(200);
  }
};

const isReady = async (server: ServerProcess | undefined): Promise<boolean> => {
  try {
    return (await fetch(`${server?.url}/health/ready`, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
};
