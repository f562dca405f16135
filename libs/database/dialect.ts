import type { QueryRunner } from 'typeorm';

/** SQL that differs between the servers. All of them accept names in backticks. */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql';
  /** Whether the server is MariaDB, which extends MySQL's SQL slightly. */
  readonly mariadb: boolean;
  /**
   * The collation of text columns: by code point, trailing spaces are significant. MariaDB and MySQL name it
   * differently; it is SQLite's default.
   */
  readonly collation: string | undefined;
  /**
   * The increment between the ids generated for one INSERT, of which the server returns the first. Undefined if the
   * server returns all ids with `RETURNING`.
   */
  readonly idStep: number | undefined;
  /** Whether a write transaction blocks all other writers. */
  readonly oneWriter: boolean;
  /** The server's current time in milliseconds since 1970. */
  readonly nowMs: string;
  /** With several servers: an extra column of a SELECT, which shows whether the server is writable. */
  readonly mayWriteColumn: string;
  /** A SELECT of the size of the whole database, as `bytes`. */
  readonly databaseBytes: string;
  /** A SELECT of the size of each table, as `name` and `bytes`. On SQLite it reads the whole file. */
  readonly tableBytes: string;
  /** Suffix of a SELECT that locks its rows; empty if there is only one writer. */
  readonly forUpdate: string;
  /** Suffix of a SELECT that locks its rows and skips rows that others have locked. */
  readonly forUpdateOfFree: string;
  /**
   * Follows a table's name to force an index. Otherwise MariaDB spends a long time estimating long key lists for each
   * index.
   */
  byIndex(index: string): string;
  /** Converts a text to lowercase for `like`, including non-ASCII letters. */
  lower(text: string): string;
  /** Concatenates texts; NULL if one of them is NULL. */
  concat(...parts: readonly string[]): string;
  /** An INSERT of this many rows. If a row with the same `key` exists, it updates the given columns instead. */
  upsert(
    table: string,
    columns: readonly string[],
    key: readonly string[],
    changed: readonly string[],
    rows?: number,
  ): string;
}

const insertInto = (table: string, columns: readonly string[], rows: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
};

/** Registered on each SQLite connection, because SQLite's own function only supports ASCII. */
export const LOWER_FUNCTION = 'kontor_lower';

export const SQLITE: Dialect = {
  name: 'sqlite',
  mariadb: false,
  collation: undefined,
  idStep: 1,
  oneWriter: true,
  nowMs: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  mayWriteColumn: '',
  databaseBytes: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  tableBytes:
    'SELECT owner.tbl_name AS name, SUM(used.pgsize) AS bytes FROM dbstat AS used ' +
    'JOIN sqlite_schema AS owner ON owner.name = used.name WHERE used.aggregate = TRUE GROUP BY owner.tbl_name',
  forUpdate: '',
  forUpdateOfFree: '',
  byIndex: () => '',
  lower: (text) => `${LOWER_FUNCTION}(${text})`,
  concat: (...parts) => `(${parts.join(' || ')})`,
  upsert: (table, columns, key, changed, rows = 1) =>
    `${insertInto(table, columns, rows)} ON CONFLICT (${key.join(', ')}) DO ` +
    (changed.length === 0 ? 'NOTHING' : `UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`),
};

const OWN_TABLES = "FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'";

const mysqlLike = (special: Pick<Dialect, 'mariadb' | 'collation' | 'idStep'>): Dialect => ({
  name: 'mysql',
  ...special,
  oneWriter: false,
  nowMs: 'CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)',
  mayWriteColumn: '',
  databaseBytes: `SELECT SUM(data_length + index_length) AS bytes ${OWN_TABLES}`,
  tableBytes: `SELECT table_name AS name, data_length + index_length AS bytes ${OWN_TABLES}`,
  forUpdate: ' FOR UPDATE',
  forUpdateOfFree: ' FOR UPDATE SKIP LOCKED',
  byIndex: (index) => ` FORCE INDEX (${index})`,
  lower: (text) => `LOWER(${text})`,
  concat: (...parts) => `CONCAT(${parts.join(', ')})`,
  upsert: (table, columns, key, changed, rows = 1) => {
    const first = key[0] ?? 'id';
    const set =
      changed.length === 0 ? `${first} = ${first}` : changed.map((name) => `${name} = VALUES(${name})`).join(', ');
    return `${insertInto(table, columns, rows)} ON DUPLICATE KEY UPDATE ${set}`;
  },
});

const MARIADB = mysqlLike({ mariadb: true, collation: 'utf8mb4_nopad_bin', idStep: undefined });

const mysql = (idStep: number): Dialect => mysqlLike({ mariadb: false, collation: 'utf8mb4_0900_bin', idStep });

/** The dialect of a server with MySQL's protocol, from its values of `VERSION()` and `@@auto_increment_increment`. */
export const dialectOf = (version: string, idStep: number): Dialect =>
  /mariadb/i.test(version) ? MARIADB : mysql(idStep);

/** The dialect of a migration. The schema does not depend on the server's id increment. */
export const schemaDialect = ({ dataSource }: QueryRunner): Dialect => {
  const { type } = dataSource.options;
  if (type === 'mariadb') return MARIADB;
  return type === 'mysql' ? mysql(1) : SQLITE;
};
