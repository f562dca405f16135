import type { Database, Param, Params, Persistence } from '../../libs/database/index.js';

export interface Statement {
  readonly sql: string;
  readonly params: Params;
}

/** How a statement reads one table (named by its alias). */
export interface Step {
  readonly table: string;
  /** Name of the index; PRIMARY for the ID. */
  readonly index: string | undefined;
  /** True if it scans the whole table or index. */
  readonly walks: boolean;
}

type Select = Parameters<Database['query']>[0];

/** Text of a query, given as text or as a TypeORM query builder. */
export const textOf = (select: Select): string => (typeof select === 'string' ? select : select.getQuery());

/** The same database, recording all statements from now on. */
export const watched = (
  database: Database,
): { readonly database: Database; readonly statements: readonly Statement[] } => {
  const statements: Statement[] = [];
  const watching = (ask: Database['query']) => ({
    value: (select: Select, params: Params = []) => {
      statements.push({ sql: textOf(select), params });
      return ask.call(database, select, params);
    },
  });
  const seen = { query: watching(database.query), search: watching(database.search) };
  return { database: Object.create(database, seen) as Database, statements };
};

const SQLITE_STEP = /^(SEARCH|SCAN) (\S+)(?: USING (?:COVERING )?(?:INDEX (\S+)|INTEGER (PRIMARY) KEY))?/;

const sqliteSteps = (rows: readonly { readonly detail: string }[]): readonly Step[] =>
  rows.flatMap(({ detail }) => {
    const [found, how, table = '', index, primary] = SQLITE_STEP.exec(detail) ?? [];
    return found === undefined ? [] : [{ table, index: index ?? primary, walks: how === 'SCAN' }];
  });

interface MysqlRow {
  readonly table: string | null;
  readonly type: string | null;
  readonly key: string | null;
}

const mysqlSteps = (rows: readonly MysqlRow[]): readonly Step[] =>
  rows.flatMap(({ table, type, key }) =>
    table === null || table.startsWith('<')
      ? []
      : [{ table, index: key ?? undefined, walks: type === 'ALL' || type === 'index' }],
  );

/** The database's plan for this statement. */
export const planOf = async (database: Database, { sql, params }: Statement): Promise<readonly Step[]> =>
  database.dialect.name === 'sqlite'
    ? sqliteSteps(await database.query(`EXPLAIN QUERY PLAN ${sql}`, params))
    : mysqlSteps(await database.query(`EXPLAIN ${sql}`, params));

const DIGIT = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');

/** Subquery with all numbers from 0 to 99,999. */
const NUMBERS = `SELECT ${['a', 'b', 'c', 'e', 'f'].map((name, at) => `${name}.d * ${10 ** at}`).join(' + ')} AS n FROM ${['a', 'b', 'c', 'e', 'f'].map((name) => `(${DIGIT}) ${name}`).join(', ')}`;

/**
 * Inserts a row for each number from 0 up to (not including) `count`, at most 100,000. Each column is an expression of
 * `n`.
 */
export const fillWith = async (
  { transactions, database }: Persistence,
  table: string,
  columns: Readonly<Record<string, string | number>>,
  count = 100_000,
): Promise<void> => {
  const [names, values] = [Object.keys(columns), Object.values(columns)];
  await transactions.write(
    () =>
    database.run(`INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM (${NUMBERS}) numbers WHERE n < ${count} ORDER BY n`), // prettier-ignore
  );
};

/** Length of the longest IN list in these statements. */
export const longestList = (statements: readonly Statement[]): number =>
  Math.max(
    0,
    ...statements.flatMap(({ sql }) =>
      [...sql.matchAll(/ IN \(([?, ]*)\)/g)].map(([, places = '']) => places.split('?').length - 1),
    ),
  );

const ROWS = 1_000;

/** Inserts rows directly into a table. */
export const fill = async (
  { transactions, database }: Persistence,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Param[])[],
): Promise<void> => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  await transactions.write(async () => {
    for (let start = 0; start < rows.length; start += ROWS) {
      const some = rows.slice(start, start + ROWS);
      await database.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${some.map(() => row).join(', ')}`, some.flat()); // prettier-ignore
    }
  });
};

/** Updates the database's table statistics. */
export const analyze = async ({ transactions, database }: Persistence, tables: readonly string[]): Promise<void> => {
  if (database.dialect.name === 'sqlite') await transactions.write(() => database.run('ANALYZE'));
  else for (const table of tables) await database.query(`ANALYZE TABLE ${table}`);
};
