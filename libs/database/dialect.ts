import type { QueryRunner } from 'typeorm';

/**
 * Differences between the SQL of the servers; everything else is written once. Names may be quoted with backticks on
 * all.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'mysql';
  /** MariaDB extends MySQL's SQL by a few words. */
  readonly mariadb: boolean;
  /**
   * The collation of text columns: by code point, trailing blanks count. MariaDB and MySQL have different names for it;
   * SQLite's default does the same.
   */
  readonly collation: string | undefined;
  /**
   * The step between the ids that the server creates for one INSERT, of which it reports the first. Undefined: the
   * server returns all ids with `RETURNING`.
   */
  readonly idStep: number | undefined;
  /** Whether a writing transaction blocks all other writers. */
  readonly oneWriter: boolean;
  /** The server's present time in milliseconds since 1970. */
  readonly nowMs: string;
  /** With several servers: an additional column of a SELECT, which shows that the server may write. */
  readonly mayWriteColumn: string;
  /** A SELECT of the `bytes` of the whole database. */
  readonly databaseBytes: string;
  /** A SELECT of the `bytes` of each table, by `name`. On SQLite it reads the whole file. */
  readonly tableBytes: string;
  /** Suffix of a SELECT that locks its rows; empty if there is only one writer. */
  readonly forUpdate: string;
  /** The same, skipping rows that others have locked. */
  readonly forUpdateOfFree: string;
  /**
   * Follows a table's name: use this index. MariaDB otherwise spends long on weighing long key lists against each
   * index.
   */
  byIndex(index: string): string;
  /** A text as `like` compares it, letters beyond ASCII included. */
  lower(text: string): string;
  /** Joins texts; NULL if one is. */
  concat(...parts: readonly string[]): string;
  /** An INSERT of this many rows that updates the given columns of rows with the same `key`. */
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

/** SQLite's own function knows ASCII alone, so each connection has this one. */
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

/** The dialect of a server that speaks MySQL's protocol, by its answers to `VERSION()` and `@@auto_increment_increment`. */
export const dialectOf = (version: string, idStep: number): Dialect =>
  /mariadb/i.test(version) ? MARIADB : mysql(idStep);

/** The dialect in which a migration creates what it creates; no schema follows from the server's steps between ids. */
export const schemaDialect = ({ dataSource }: QueryRunner): Dialect => {
  const { type } = dataSource.options;
  if (type === 'mariadb') return MARIADB;
  return type === 'mysql' ? mysql(1) : SQLITE;
};
