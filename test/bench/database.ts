import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

export type Kind = 'sqlite' | 'mysql';

/** A temporary database for a measurement or a stress test. */
export interface OwnDatabase {
  readonly kind: Kind;
  /** Settings for a process that uses the database, including those that MySQL requires. */
  readonly settings: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}

const { BENCH_MYSQL_URL, TEST_MYSQL_URL } = process.env;
const SERVER = BENCH_MYSQL_URL ?? TEST_MYSQL_URL;

/** The MySQL or MariaDB server, if one is configured. */
export const mysqlServer = (): URL | undefined => (SERVER === undefined ? undefined : new URL(SERVER));

/** Always SQLite; also MySQL or MariaDB if BENCH_MYSQL_URL or TEST_MYSQL_URL is set. */
export const kinds = (): readonly Kind[] => (SERVER === undefined ? ['sqlite'] : ['sqlite', 'mysql']);

const onServer = async (sql: string): Promise<void> => {
  const connection = await createConnection(SERVER ?? '');
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
};

/** A database that an earlier run has created and kept. */
export const keptDatabase = (kind: Kind, url: string): OwnDatabase => ({
  kind,
  settings: { JWT_SECRET: randomBytes(32).toString('hex'), PUBLIC_BASE_URL: 'http://kontor.test', DATABASE_URL: url },
  drop: () => Promise.resolve(),
});

export const ownDatabase = async (kind: Kind): Promise<OwnDatabase> => {
  const common = { JWT_SECRET: randomBytes(32).toString('hex'), PUBLIC_BASE_URL: 'http://kontor.test' };
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-own-'));
    return {
      kind,
      settings: { ...common, DATABASE_URL: `sqlite:${join(folder, 'kontor.sqlite')}` },
      drop: () => Promise.resolve(rmSync(folder, { recursive: true })),
    };
  }
  const name = `kontor_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return {
    kind,
    settings: { ...common, DATABASE_URL: url.href },
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name}`),
  };
};
