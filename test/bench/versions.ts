import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { GaleraCluster } from '../support/galera.js';
import { median, quantile, written } from './verdict.js';
import {
  type Counted,
  numberedByReaders,
  oneRow,
  sequencer,
  sessionAt,
  TABLES,
  type VersionDesign,
} from './version-designs.js';

/*
 * npm run bench -- --program versions [--rounds 5] [--seconds 6] [--writers 2]
 *
 * Compares three ways to assign versions of the change log, alternately, on three Galera nodes that all accept writes
 * (ADR 66). Needs a build, and Debian's mariadb-server and galera-4.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, writers: { type: 'string' } },
});
const ROUNDS = Number(values.rounds ?? 5);
const SECONDS = Number(values.seconds ?? 6);
const NODES = 3;
const WRITERS_PER_NODE = Number(values.writers ?? 2);
const READER_PAUSE_MS = 5;

interface Round {
  readonly writes: number;
  readonly conflicts: number;
  readonly writeMs: readonly number[];
  readonly readMs: readonly number[];
}

const sorted = (times: readonly number[]): readonly number[] => times.toSorted((one, other) => one - other);

/**
 * Runs writers at these nodes, and a reader at each node, for some time. No version may be returned twice or decrease.
 */
const roundOf = async (
  ports: readonly number[],
  database: string,
  at: readonly number[],
  make: (counted: Counted) => Promise<VersionDesign>,
): Promise<Round> => {
  const counted: Counted = { conflicts: 0 };
  const design = await make(counted);
  const until = performance.now() + SECONDS * 1_000;
  const [writeMs, readMs]: [number[], number[]] = [[], []];
  const reported = new Set<number>();
  let newest = 0;
  const timed = async (into: number[], work: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    await work();
    into.push(performance.now() - began);
  };
  const sessions: Connection[] = [];
  const session = async (port: number): Promise<Connection> => {
    const opened = await sessionAt(port, database);
    sessions.push(opened);
    return opened;
  };
  const write = async (port: number, priceId: number): Promise<void> => {
    const on = await session(port);
    while (performance.now() < until)
      await timed(writeMs, async () => {
        const version = await design.write(on, priceId, counted);
        if (reported.has(version)) throw new Error(`${design.name}: the version ${version} was told twice`);
        reported.add(version);
        newest = Math.max(newest, version);
      });
  };
  const read = async (port: number): Promise<void> => {
    const on = await session(port);
    while (performance.now() < until) {
      const least = newest;
      await timed(readMs, async () => {
        const version = await design.read(on, counted);
        if (version < least) throw new Error(`${design.name}: read ${version} after ${least} was told`);
      });
      await delay(READER_PAUSE_MS);
    }
  };
  try {
    await Promise.all([
      ...at.map((node, writer) => write(ports[node] ?? 0, writer)),
      ...ports.map((port) => read(port)),
    ]);
  } finally {
    for (const opened of sessions) opened.destroy();
  }
  return { writes: writeMs.length, conflicts: counted.conflicts, writeMs: sorted(writeMs), readMs: sorted(readMs) };
};

const tell = (name: string, rounds: readonly Round[]): void => {
  const of = (figure: (round: Round) => number, digits = 0): string =>
    written(median(rounds.map(figure)), digits).padStart(7);
  process.stdout.write(
    `${name.padEnd(46)}${of(({ writes }) => writes / SECONDS)} writes/s${of(({ writes, conflicts }) => conflicts / writes, 2)} conflicts a write` +
      `${of(({ writeMs }) => quantile(writeMs, 0.5), 1)} p50${of(({ writeMs }) => quantile(writeMs, 0.99))} p99 ms` +
      `${of(({ readMs }) => quantile(readMs, 0.5), 1)} p50${of(({ readMs }) => quantile(readMs, 0.99))} p99 ms of reads\n`,
  );
};

const run = async (): Promise<void> => {
  const cluster = await GaleraCluster.start(NODES);
  try {
    const ports = cluster.nodes.map(({ port }) => port);
    await cluster.createDatabase('versions');
    const setup = await sessionAt(ports[0] ?? 0, 'versions');
    for (const table of TABLES) await setup.query(table);
    const everywhere = ports.flatMap((_, node) => Array.from({ length: WRITERS_PER_NODE }, () => node));
    for (const id of everywhere.keys()) await setup.query('INSERT INTO price VALUES (?, 0)', [id]);
    const plans = [
      ['one row, one node writes', everywhere.map(() => 0), () => Promise.resolve(oneRow)],
      ['one row, all write', everywhere, () => Promise.resolve(oneRow)],
      ['numbered by whoever reads first, all write', everywhere, () => Promise.resolve(numberedByReaders)],
      [
        'numbered by a holder of a lease, all write',
        everywhere,
        async (counted: Counted) => sequencer(await sessionAt(ports[0] ?? 0, 'versions'), counted),
      ],
    ] as const;
    const found = plans.map((): Round[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, [, at, make]] of plans.entries()) {
        found[index]?.push(await roundOf(ports, 'versions', at, make));
        await setup.query('DELETE FROM entry');
      }
    }
    for (const [index, [name]] of plans.entries()) tell(name, found[index] ?? []);
    setup.destroy();
  } finally {
    await cluster.end();
  }
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
