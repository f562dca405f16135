import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describeOnDatabases, emptyDatabase, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { ALL_ROOMS } from '../support/rooms.js';

const ROOT = join(__dirname, '..', '..');

/** The output of TypeORM's command line with `ormconfig.ts`, from the sources. */
const typeorm = async (command: 'migration:show' | 'schema:log', { url }: TestDatabase): Promise<string> => {
  const { PATH } = process.env;
  const words = ['-r', './test/support/typescript-hook.cjs', require.resolve('typeorm/cli'), command];
  const { stdout } = await promisify(execFile)(process.execPath, [...words, '-d', 'ormconfig.ts'], {
    cwd: ROOT,
    env: { PATH, DATABASE_URL: url, JWT_SECRET: 'a'.repeat(64), PUBLIC_BASE_URL: 'https://prices.example' },
  });
  return stripVTControlCharacters(stdout);
};

describeOnDatabases("TypeORM's command line", (kind) => {
  let database: TestDatabase;

  afterEach(() => database.drop());

  it('shows no difference between the schema and the declarations, and all migrations as done', async () => {
    database = await migratedDatabase(kind);
    expect(await typeorm('schema:log', database)).toContain('Your schema is up to date');
    const shown = await typeorm('migration:show', database);
    expect(shown.match(/\[X\]/g)?.length).toBeGreaterThanOrEqual(ALL_ROOMS.migrations.length);
    expect(shown).not.toContain('[ ]');
  });

  it('shows what an empty database lacks', async () => {
    database = await emptyDatabase(kind);
    expect(await typeorm('schema:log', database)).toMatch(/CREATE TABLE .customer_price./);
    expect(await typeorm('migration:show', database)).toMatch(/\[ \] \d+-\w+/);
  });
});
