/**
 * A step of the schema only adds (operations.md, "Upgrades without a gap"): processes of the release before go on with
 * what they know while those of this one begin. What is old goes a release later, and stands in `CONTRACTS` then.
 */
import { allRoomsOf, ROOMS } from '../../src/app.module.js';
import { DATABASE_MIGRATIONS } from '../../libs/database/migrations/index.js';

/** From here on; what was before, no release has run with. */
const SINCE = '20261125';

/** Steps that take away what the release before no longer uses. */
const CONTRACTS: ReadonlySet<string> = new Set();

const TAKES_AWAY = /^(?:drop|rename|change|clear)/;
const SQL_TAKES_AWAY = /\b(?:DROP|RENAME|MODIFY|CHANGE|TRUNCATE|DELETE)\b/i;

/** What a step does that takes something away. */
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

  it.each(all.map((migration) => [migration.name, migration] as const))('%s only adds', async (name, migration) => {
    const found = await takenAway((runner) => migration.up(runner));
    expect(CONTRACTS.has(name) ? [] : found).toEqual([]);
  });

  it.each([
    ['a column that is dropped', (runner: { dropColumn(): unknown }) => runner.dropColumn()],
    ['a table that is renamed', (runner: { renameTable(): unknown }) => runner.renameTable()],
    [
      'SQL that takes away',
      (runner: { query(sql: string): unknown }) => runner.query('ALTER TABLE job DROP COLUMN kind'),
    ],
    [
      'a column that must be given',
      (runner: { addColumn(table: string, column: object): unknown }) => runner.addColumn('job', { isNullable: false }),
    ],
  ])('is told of %s', async (_, up) => {
    expect(await takenAway((runner: never) => Promise.resolve(up(runner)))).toHaveLength(1);
  });
});
