import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type Connection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { Batcher } from '../../libs/kernel/index.js';

/** A session on a node, prepared like the sessions of servers. */
export const sessionAt = async (port: number, database: string): Promise<Connection> => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'kontor', database });
  await connection.query('SET SESSION wsrep_sync_wait = 1, SESSION innodb_lock_wait_timeout = 5');
  return connection;
};

export const TABLES = [
  'CREATE TABLE price (id int PRIMARY KEY, value int NOT NULL)',
  'CREATE TABLE head (id int PRIMARY KEY, version bigint NOT NULL)',
  'CREATE TABLE entry (id bigint AUTO_INCREMENT PRIMARY KEY, version bigint NULL, price_id int NOT NULL, INDEX entry_version (version))',
  'INSERT INTO head VALUES (1, 0)',
  'CREATE TABLE lease (id int PRIMARY KEY, owner varchar(20), expires_at bigint)',
  "INSERT INTO lease VALUES (1, 'holder', 0)",
] as const;

export interface Counted {
  conflicts: number;
}

const REPEATABLE = new Set([1020, 1205, 1213]);

/** Retries a transaction as servers do (`libs/database/repeats.ts`), until it succeeds. */
const repeated = async <T>(counted: Counted, on: Connection, work: () => Promise<T>): Promise<T> => {
  for (let repeats = 0; ; repeats += 1) {
    try {
      await on.query('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
      await on.query('START TRANSACTION');
      const result = await work();
      await on.query('COMMIT');
      return result;
    } catch (error) {
      if (!REPEATABLE.has(Number((error as { readonly errno?: number }).errno))) throw error;
      counted.conflicts += 1;
      await on.query('ROLLBACK');
      await delay(Math.random() * Math.min(20 * 2 ** repeats, 500));
    }
  }
};

/**
 * A way to assign versions. Each version is unique, is greater than all versions committed and returned before, and is
 * returned by its write.
 */
export interface VersionDesign {
  readonly name: string;
  /** Stores a price and returns its version. */
  write(on: Connection, priceId: number, counted: Counted): Promise<number>;
  /** The present version. Everything confirmed before this call is included. */
  read(on: Connection, counted: Counted): Promise<number>;
}

const headOf = async (on: Connection): Promise<number> => {
  const [[row]] = await on.query<RowDataPacket[]>('SELECT version FROM head WHERE id = 1');
  return Number(row?.['version']);
};

const setPrice = (on: Connection, priceId: number): Promise<unknown> =>
  on.query('UPDATE price SET value = value + 1 WHERE id = ?', [priceId]);

/** The design in use (`SqlChangeLog`): the last step of each transaction increments one row. */
export const oneRow: VersionDesign = {
  name: 'one row, raised as the last step',
  write: (on, priceId, counted) =>
    repeated(counted, on, async () => {
      await setPrice(on, priceId);
      const raise = 'UPDATE head SET version = LAST_INSERT_ID(version + 1) WHERE id = 1';
      const [{ insertId }] = await on.query<ResultSetHeader>(raise);
      await on.query('INSERT INTO entry (version, price_id) VALUES (?, ?)', [insertId, priceId]);
      return insertId;
    }),
  read: headOf,
};

/** Inserts an entry without a version and returns its ID. */
const entered = (on: Connection, priceId: number, counted: Counted): Promise<number> =>
  repeated(counted, on, async () => {
    await setPrice(on, priceId);
    const [{ insertId }] = await on.query<ResultSetHeader>('INSERT INTO entry (price_id) VALUES (?)', [priceId]);
    return insertId;
  });

const isUnnumbered = async (on: Connection): Promise<boolean> => {
  const [rows] = await on.query<RowDataPacket[]>('SELECT id FROM entry WHERE version IS NULL LIMIT 1');
  return rows.length > 0;
};

/** Assigns the next versions to all committed entries without one. */
const numbered = (on: Connection, counted: Counted): Promise<number> =>
  repeated(counted, on, async () => {
    const [[head]] = await on.query<RowDataPacket[]>('SELECT version FROM head WHERE id = 1 FOR UPDATE');
    let version = Number(head?.['version']);
    const [rows] = await on.query<RowDataPacket[]>('SELECT id FROM entry WHERE version IS NULL ORDER BY id LIMIT 500');
    if (rows.length === 0) return version;
    const cases = rows.map(({ id }) => `WHEN ${Number(id)} THEN ${(version += 1)}`).join(' ');
    const ids = rows.map(({ id }) => Number(id)).join(', ');
    await on.query(`UPDATE entry SET version = CASE id ${cases} END WHERE id IN (${ids})`);
    await on.query('UPDATE head SET version = ? WHERE id = 1', [version]);
    return version;
  });

const versionOf = async (on: Connection, id: number): Promise<number> => {
  const [[row]] = await on.query<RowDataPacket[]>('SELECT version FROM entry WHERE id = ?', [id]);
  return Number(row?.['version'] ?? 0);
};

/**
 * Writers only insert. The first caller after the commit, the writer itself or a reader, assigns versions to all
 * entries.
 */
export const numberedByReaders: VersionDesign = {
  name: 'inserted, numbered by whoever reads first',
  async write(on, priceId, counted) {
    const id = await entered(on, priceId, counted);
    for (;;) {
      const version = await versionOf(on, id);
      if (version > 0) return version;
      await numbered(on, counted);
    }
  },
  async read(on, counted) {
    return (await isUnnumbered(on)) ? numbered(on, counted) : headOf(on);
  },
};

/**
 * One process assigns versions while it holds a lease, and all others ask it. The bench calls it directly, so the
 * network between servers costs nothing here.
 */
export const sequencer = (holder: Connection, counted: Counted): VersionDesign => {
  const lease = "UPDATE lease SET owner = 'holder', expires_at = UNIX_TIMESTAMP() + 3 WHERE id = 1";
  let renewed = 0;
  const batches = new Batcher<number, number>(
    async (ids) => {
      if (Date.now() - renewed > 1_000) {
        await holder.query(lease);
        renewed = Date.now();
      }
      // A reader has no entry of its own. Everything committed before its request gets a version now.
      const head = await numbered(holder, counted);
      const wanted = ids.filter((id) => id > 0);
      if (wanted.length === 0) return ids.map(() => head);
      const [rows] = await holder.query<RowDataPacket[]>('SELECT id, version FROM entry WHERE id IN (?)', [wanted]);
      const versions = new Map(rows.map((row) => [Number(row['id']), Number(row['version'])]));
      return ids.map((id) => versions.get(id) ?? head);
    },
    { atOnce: 1, most: 100 },
  );
  return {
    name: 'inserted, numbered by one that holds a lease',
    write: async (on, priceId, own) => batches.ask(await entered(on, priceId, own)),
    read: async (on) => ((await isUnnumbered(on)) ? batches.ask(0) : headOf(on)),
  };
};
