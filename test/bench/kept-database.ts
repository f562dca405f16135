import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { projectRoot, runCommand } from './processes.js';
import { fingerprint, type Size, worldStatements } from './world.js';

/** Folder with the list of databases that are kept between runs, by server. */
const FOLDER = join(projectRoot(), 'var', 'bench');

interface Kept {
  readonly database: string;
  readonly fingerprint: string;
}

/** Kept databases by name of their size. */
type Stamp = Readonly<Record<string, Kept>>;

type Settings = Readonly<Record<string, string>>;

const stampFile = ({ hostname, port }: URL): string => join(FOLDER, `mysql-${hostname}-${port || '3306'}.json`);

const readStamp = (server: URL): Stamp => {
  const file = stampFile(server);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stamp) : {};
};

const writeStamp = (server: URL, stamp: Stamp): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(stampFile(server), JSON.stringify(stamp, undefined, 2));
};

const at = (server: URL, database: string): string => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};

/** Runs statements one after the other on one connection. */
const runAll = async (url: string, statements: readonly string[]): Promise<void> => {
  const connection = await createConnection(url);
  try {
    for (const statement of statements) await connection.query(statement);
  } finally {
    await connection.end();
  }
};

const exists = async (server: URL, { database }: Kept): Promise<boolean> => {
  const connection = await createConnection(server.href);
  try {
    const [found] = await connection.query<RowDataPacket[]>(
      'SELECT 1 FROM information_schema.schemata WHERE schema_name = ?',
      [database],
    );
    return found.length > 0;
  } finally {
    await connection.end();
  }
};

const settingsOf = (url: string): Settings => ({
  DATABASE_URL: url,
  JWT_SECRET: randomBytes(32).toString('hex'),
  PUBLIC_BASE_URL: 'http://kontor.test',
});

export interface KeptDatabase {
  readonly settings: Settings;
  /** Seconds for filling the database; undefined if it already existed. */
  readonly seconds: number | undefined;
}

/**
 * A database on this server with a price book of this size. It comes from an earlier run, unless the way of filling has
 * changed; the old one is then dropped. A database is listed only when it is complete.
 */
export const keptDatabase = async (server: URL, size: Size): Promise<KeptDatabase> => {
  const kept = readStamp(server)[size.name];
  const wanted = fingerprint(size);
  if (kept && (await exists(server, kept))) {
    if (kept.fingerprint === wanted) return { settings: settingsOf(at(server, kept.database)), seconds: undefined };
    await runAll(server.href, [`DROP DATABASE ${kept.database}`]);
  }
  const began = performance.now();
  const database = `kontor_bench_${size.name}_${randomBytes(4).toString('hex')}`;
  const settings = settingsOf(at(server, database));
  await runAll(server.href, [`CREATE DATABASE ${database}`]);
  try {
    await runCommand(settings, 'migrate');
    await runAll(settings['DATABASE_URL'] ?? '', worldStatements(size));
  } catch (error) {
    await runAll(server.href, [`DROP DATABASE ${database}`]);
    throw error;
  }
  writeStamp(server, { ...readStamp(server), [size.name]: { database, fingerprint: wanted } });
  return { settings, seconds: (performance.now() - began) / 1000 };
};
