import 'reflect-metadata';
import type { QueryRunner } from 'typeorm';
import { MIGRATIONS, RESOURCES } from '../support/rooms.js';
import { migrate, openDatabase, placeholders } from '../../libs/database/index.js';
import type { Connection } from '../../libs/database/connection.js';
import { Resources } from '../../libs/records/index.js';
import { kinds, ownDatabase } from './database.js';

/*
 * npm run bench -- --program builders
 *
 * Compares TypeORM's query builders with hand-written SQL, in processor time of this process (ADR 36).
 */
const TABLE = 'product';
const COLUMNS = ['id', 'sku', 'name', 'price', 'special_price', 'cost', 'msrp', 'attributes', 'is_active'];
const READ = [...COLUMNS, 'special_from', 'special_to'].map((name) => `t.${name}`).join(', ');
const ROWS = 500;
const ROUNDS = 7;

const rowsFrom = (first: number): readonly Readonly<Record<string, string | number | null>>[] =>
  Array.from({ length: ROWS }, (_, at) => ({
    // Set explicitly, because TypeORM would write DEFAULT, which is 0 where 0 is a valid ID.
    id: first + at + 1,
    sku: `S${first + at}`,
    name: `Product ${first + at}`,
    price: 9.5,
    special_price: null,
    cost: 4.25,
    msrp: null,
    attributes: '{"colour":"red"}',
    is_active: 1,
  }));

/** The fastest of several rounds, in microseconds of processor time per operation (`count` operations per round). */
const measured = async (name: string, count: number, work: (round: number) => Promise<void> | void): Promise<void> => {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    await work(round);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / count);
  }
  process.stdout.write(`  ${name.padEnd(34)}${best.toFixed(1).padStart(8)} µs\n`);
};

const texts = async (runner: QueryRunner): Promise<void> => {
  const times = 5_000;
  const often = (make: () => string) => (): void => {
    for (let at = 0; at < times; at += 1) make();
  };
  const builder = (where: string) => runner.dataSource.createQueryBuilder().select(READ).from(TABLE, 't').where(where);
  const where = 't.name LIKE ? AND t.is_active = ?';
  await measured('text of one record, built', times, often(() => builder('t.id = ?').getQuery())); // prettier-ignore
  await measured('text of a search, built', times, often(() => builder(where).orderBy('t.sku').getQuery())); // prettier-ignore
  const list = `t.id IN (${placeholders(900)})`;
  await measured(
    'text of a list of 900, built',
    times,
    often(() => builder(list).getQuery()),
  );
};

const inserts = async (runner: QueryRunner, connection: Connection, together: number): Promise<void> => {
  const row = `(${placeholders(COLUMNS.length)})`;
  const text = `INSERT INTO ${TABLE} (${COLUMNS.join(', ')}) VALUES ${Array.from({ length: together }, () => row).join(', ')}`;
  await measured('a row inserted by a text', ROWS, async (round) => {
    const values = rowsFrom(round * ROWS).map((record) => COLUMNS.map((name) => record[name] ?? null));
    for (let at = 0; at < ROWS; at += together) await connection.run(text, values.slice(at, at + together).flat());
  });
  await measured('a row inserted by the builder', ROWS, async (round) => {
    const rows = rowsFrom((ROUNDS + round) * ROWS);
    await runner.dataSource.createQueryBuilder(runner).insert().into(TABLE).values([...rows]).updateEntity(false).execute(); // prettier-ignore
  });
};

const updates = async (runner: QueryRunner, connection: Connection): Promise<void> => {
  const text = `UPDATE ${TABLE} SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`;
  await measured('a row updated by a text', ROWS, async () => {
    for (const [at, record] of rowsFrom(0).entries())
      await connection.run(text, [...COLUMNS.map((name) => record[name] ?? null), at + 1]);
  });
  await measured('a row updated by the builder', ROWS, async () => {
    for (const [at, record] of rowsFrom(0).entries())
      await runner.dataSource.createQueryBuilder(runner).update(TABLE).set(record).where('id = :id', { id: at + 1 }).execute(); // prettier-ignore
  });
};

const run = async (): Promise<void> => {
  for (const kind of kinds()) {
    const database = await ownDatabase(kind);
    const persistence = await openDatabase(database.settings['DATABASE_URL'] ?? '', {
      resources: new Resources(RESOURCES),
      migrations: MIGRATIONS,
    });
    try {
      await migrate(persistence);
      process.stdout.write(`${kind}\n`);
      await persistence.connections.schema(async (runner, connection) => {
        await texts(runner);
        await inserts(runner, connection, kind === 'sqlite' ? 1 : ROWS);
        await updates(runner, connection);
      });
    } finally {
      await persistence.close();
      await database.drop();
    }
  }
};

if (require.main === module) void run();
