import type { Persistence } from './persistence.js';

interface CheckedTables {
  readonly count: number;
  readonly faults: readonly string[];
}

const named = (rows: readonly object[]): readonly string[] => rows.map((row) => String(Object.values(row)[0]));

const onSqlite = async ({ database }: Persistence): Promise<CheckedTables> => {
  const tables = await database.query("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const integrity = named(await database.query('PRAGMA integrity_check')).filter((text) => text !== 'ok');
  const references = await database.query<{ readonly table: string }>('PRAGMA foreign_key_check');
  const broken = [...new Set(references.map(({ table }) => table))];
  return {
    count: tables.length,
    faults: [...integrity, ...broken.map((table) => `Rows of ${table} refer to rows that do not exist.`)],
  };
};

const onMysql = async ({ database }: Persistence): Promise<CheckedTables> => {
  const tables = named(await database.query("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'"));
  const faults: string[] = [];
  for (const table of tables)
    for (const { Msg_type, Msg_text } of await database.query<{ Msg_type: string; Msg_text: string }>(
      `CHECK TABLE \`${table}\``,
    ))
      if (Msg_type === 'error' || (Msg_type === 'status' && Msg_text !== 'OK')) faults.push(`${table}: ${Msg_text}`);
  return { count: tables.length, faults };
};

/** Lets the database check all its tables, for example after a restore. */
export const checkTables = (persistence: Persistence): Promise<CheckedTables> =>
  persistence.database.dialect.name === 'sqlite' ? onSqlite(persistence) : onMysql(persistence);
