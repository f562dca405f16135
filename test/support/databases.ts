import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { migrate, openDatabase, type Persistence, type PersistenceOptions } from '../../libs/database/index.js';

const ROOT = join(__dirname, '../..');

export type DatabaseKind = 'sqlite' | 'mysql';

/** Server on which test databases can be created and dropped. Without it, the suites run only on SQLite. */
const SERVER = process.env['TEST_MYSQL_URL'];

/** The databases available to this run. `npm run verify:all` reports missing ones. */
export const databases = (): readonly DatabaseKind[] => (SERVER === undefined ? ['sqlite'] : ['sqlite', 'mysql']);

/** Declares a suite once for each database. */
export const describeOnDatabases = (name: string, suite: (kind: DatabaseKind) => void): void => {
  for (const kind of databases()) describe(`${name} on ${kind}`, () => suite(kind));
};

/** Declares a suite only if such a server is available. `npm run verify:all` reports what did not run. */
export const describeOnMysql = (name: string, suite: () => void): void => {
  if (databases().includes('mysql')) describe(name, suite);
};

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const fileNamed = (name: string): string => join(tmpdir(), `kontor-test-${name}.sqlite`);

const removeFile = async (file: string): Promise<void> => {
  for (const name of [file, `${file}.once`])
    for (const end of ['', '-wal', '-shm']) await rm(name + end, { force: true });
};

/** A new database without tables, used by no other test. */
export const emptyDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  if (kind === 'sqlite') {
    const file = fileNamed(randomUUID());
    return { url: `sqlite:${file}`, drop: () => removeFile(file) };
  }
  const name = `kontor_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER ?? '');
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name}`) };
};

/** Runs a statement on the server itself, outside any pool. */
export const onServer = async (sql: string): Promise<void> => {
  const connection = await createConnection(SERVER ?? '');
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
};

const migrated = async (database: TestDatabase): Promise<TestDatabase> => {
  const { MIGRATIONS } = await import('./rooms.js');
  const persistence = await openDatabase(database.url, { migrations: MIGRATIONS });
  await migrate(persistence);
  await persistence.close();
  return database;
};

/** All sources that determine the schema. */
const schemaSources = (): string => {
  const hash = createHash('sha256');
  const sources = ['libs/database/*.ts', 'libs/database/{migrations,tables}/*.ts', 'src/*/migrations/*.ts'];
  for (const file of globSync(sources, { cwd: ROOT }).sort()) hash.update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
};

/** A migrated file to copy. It is cached until the schema changes, because migrations take many commits. */
const templateFile = async (): Promise<string> => {
  const file = fileNamed(`template-${schemaSources()}`);
  if (existsSync(file)) return file;
  const fresh = await migrated(await emptyDatabase('sqlite'));
  // Renamed into place, so that the file is complete even if other processes create it at the same time.
  await rename(fresh.url.slice('sqlite:'.length), file);
  return file;
};

/** Runs work on a connection that accepts a dump: ID 0 stays 0, and references can come in any order. */
const onDump = async <R>(url: string, work: (connection: Connection) => Promise<R>): Promise<R> => {
  const connection = await createConnection({ uri: url, multipleStatements: true, dateStrings: true, timezone: 'Z' });
  try {
    await connection.query("SET foreign_key_checks = 0, time_zone = '+00:00', sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
    return await work(connection);
  } finally {
    await connection.end();
  }
};

/** Statements that recreate this database, because some hundred migrations take long. */
const dumpOf = (url: string): Promise<string> =>
  onDump(url, async (connection) => {
    const statements: string[] = [];
    const [tables] = await connection.query<RowDataPacket[]>({ sql: 'SHOW TABLES', rowsAsArray: true });
    for (const [table] of tables as unknown as readonly (readonly [string])[]) {
      const [made] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
      statements.push(String(made[0]?.['Create Table']));
      const [rows] = await connection.query<RowDataPacket[]>({ sql: `SELECT * FROM \`${table}\``, rowsAsArray: true });
      if (rows.length > 0) statements.push(connection.format(`INSERT INTO \`${table}\` VALUES ?`, [rows]));
    }
    return statements.join(';\n');
  });

/** The dump of a migrated database, cached until the schema changes. */
const templateDump = async (): Promise<string> => {
  const server = createHash('sha256')
    .update(SERVER ?? '')
    .digest('hex')
    .slice(0, 8);
  const file = join(tmpdir(), `kontor-test-template-${schemaSources()}-${server}.sql`);
  if (existsSync(file)) return readFile(file, 'utf8');
  const database = await migrated(await emptyDatabase('mysql'));
  const dump = await dumpOf(database.url);
  await database.drop();
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, dump);
  await rename(own, file);
  return dump;
};

/** Brings an empty database to the newest schema, with the same result as migrating it. */
export const migrateByTemplate = async (kind: DatabaseKind, url: string): Promise<void> => {
  if (kind === 'sqlite') return copyFile(await templateFile(), url.slice('sqlite:'.length));
  const dump = await templateDump();
  await onDump(url, (connection) => connection.query(dump));
};

/** A new migrated database, used by no other test. */
export const migratedDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  const database = await emptyDatabase(kind);
  await migrateByTemplate(kind, database.url);
  return database;
};

export interface OpenTestDatabase extends TestDatabase {
  readonly persistence: Persistence;
  /** Closes and drops the database. */
  close(): Promise<void>;
}

/** A new migrated database with an open connection. */
export const openTestDatabase = async (
  kind: DatabaseKind,
  options: PersistenceOptions = {},
): Promise<OpenTestDatabase> => {
  const database = await migratedDatabase(kind);
  const persistence = await openDatabase(database.url, options);
  return {
    ...database,
    persistence,
    close: async () => {
      await persistence.close();
      await database.drop();
    },
  };
};
