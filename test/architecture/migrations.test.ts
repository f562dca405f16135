/**
 * A migration only adds to the schema (operations.md, "Upgrades without a gap"), because processes of the previous
 * release keep running while those of this release start. A later release removes old parts, and lists that step in
 * `CONTRACTS`.
 */
import { allRoomsOf, ROOMS } from '../../src/app.module.js';
import { DATABASE_MIGRATIONS } from '../../libs/database/migrations/index.js';

/** First migration to check. No release has run with the schema of earlier ones. */
const SINCE = '20261125';

/** Steps that remove what the previous release no longer uses. */
const CONTRACTS: ReadonlySet<string> = new Set();

const TAKES_AWAY = /^(?:drop|rename|change|clear)/;
const SQL_TAKES_AWAY = /\b(?:DROP|RENAME|MODIFY|CHANGE|TRUNCATE|DELETE)\b/i;

/** The operations of a step that remove something. */
const takenAway = async (up: (runner: never) => Promise<unknown>): Promise<readonly string[]> => {
  const found: string[] = [];
  const runner = new Proxy(
    {},
    {
      get: (_, name: string) => {
        if (name === 'dataSource') return { options: { type: 'mariadb' } };
        if (name === 'hasColumn') return () => Promise.resolve(false);
        return (...args: readonly unknown[]) => {
          if (TAKES_AWAY.test(name)) found.push(name);
          if (name === 'query' && SQL_TAKES_AWAY.test(String(args[0]))) found.push(String(args[0]));
          if (name === 'addColumn' || name === 'addColumns')
            for (const { isNullable, name: column } of [args[1]].flat() as { isNullable: boolean; name: string }[])
              if (!isNullable) found.push(`${column}, which isn't nullable`);
          return Promise.resolve(name === 'query' ? [] : undefined);
        };
      },
    },
  );
  await up(runner as never);
  return found;
};

describe('a migration', () => {
  const all = [...DATABASE_MIGRATIONS, ...allRoomsOf(ROOMS).migrations].filter(({ name }) => name >= SINCE);

  it.each(all.map((migration) => [migration.name, migration] as const))(
    '%s only adds to the schema',
    async (name, migration) => {
      const found = await takenAway((runner) => migration.up(runner));
      expect(CONTRACTS.has(name) ? [] : found).toEqual([]);
    },
  );

  it.each([
    ['a dropped column', (runner: { dropColumn(): unknown }) => runner.dropColumn()],
    ['a renamed table', (runner: { renameTable(): unknown }) => runner.renameTable()],
    [
      'SQL that drops a column',
      (runner: { query(sql: string): unknown }) => runner.query('ALTER TABLE job DROP COLUMN kind'),
    ],
    [
      'a new column that is not nullable',
      (runner: { addColumn(table: string, column: object): unknown }) => runner.addColumn('job', { isNullable: false }),
    ],
  ])('is reported for %s', async (_, up) => {
    expect(await takenAway((runner: never) => Promise.resolve(up(runner)))).toHaveLength(1);
  });
});
