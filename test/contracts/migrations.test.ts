import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createTable,
  type Migration,
  migrate,
  openDatabase,
  type Persistence,
  schemaState,
  StepBackRefused,
} from '../../libs/database/index.js';
import { inOrder } from '../../libs/database/migrate.js';
import { MigrationClaim } from '../../libs/database/migration-claim.js';
import { id, varchar } from '../../libs/database/tables/shape.js';
import { describeOnDatabases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { MIGRATIONS } from '../support/rooms.js';
import { refusal } from './stores.js';

const ROOT = join(__dirname, '../..');
const NAMES = inOrder(MIGRATIONS).map(({ name }) => name);

/** The journal of databases that earlier builds have migrated. Each new migration adds a line. */
const JOURNAL = readFileSync(join(ROOT, 'test/fixtures/migrations/journal.txt'), 'utf8').trim().split('\n');

/** The migrations in all files of all modules. */
const written = async (): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const file of globSync('{src/*,libs/database}/migrations/[0-9]*.ts', { cwd: ROOT })) {
    const steps = (await import(join(ROOT, file))) as Readonly<Record<string, Migration | readonly Migration[]>>;
    names.push(...Object.values(steps).flatMap((step) => ('name' in step ? step.name : step.map(({ name }) => name))));
  }
  return names.sort();
};

describe('migrations', () => {
  it('run in the order of their timestamps, across all modules', () => {
    expect(inOrder([...MIGRATIONS].reverse()).map(({ name }) => name)).toEqual([...NAMES].sort());
    expect(new Set(NAMES).size).toBe(NAMES.length);
    for (const name of NAMES) expect(name).toMatch(/^\d{14}-[a-z-]+$/);
  });

  it('are all listed by their modules, and the modules by the application', async () => {
    expect(await written()).toEqual(NAMES);
  });
});

describeOnDatabases('migrations', (kind) => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase(kind);
    here = await openDatabase(database.url, { migrations: MIGRATIONS });
  });
  afterEach(async () => {
    await here.close();
    await database.drop();
  });

  const tables = async (persistence = here): Promise<readonly string[]> => {
    const ask =
      kind === 'sqlite'
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'"
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()';
    return (await persistence.database.query<{ name: string }>(ask)).map(({ name }) => name).sort();
  };

  it('can be applied, all reverted, and applied again', async () => {
    expect(await migrate(here)).toEqual(NAMES);
    const all = await tables();
    const down: string[] = [];
    for (;;) {
      const step = await migrate(here, { down: true });
      if (step.length === 0) break;
      expect(step).toHaveLength(1);
      down.push(...step);
    }
    expect(down).toEqual([...NAMES].reverse());
    expect(await tables()).toEqual(['migration', 'migration_claim']);
    expect(await migrate(here)).toEqual(NAMES);
    expect(await tables()).toEqual(all);
  });

  it('run only once', async () => {
    await migrate(here);
    expect(await migrate(here)).toEqual([]);
  });

  it('keep the names that are in the journals of databases', async () => {
    await migrate({ ...here, migrations: [] });
    for (const name of JOURNAL)
      await here.transactions.write(() =>
        here.database.run("INSERT INTO migration (name, applied_at) VALUES (?, '')", [name]),
      );
    expect(await schemaState(here)).toEqual({ pending: NAMES.slice(JOURNAL.length), ahead: [] });
    expect(NAMES.slice(0, JOURNAL.length)).toEqual(JOURNAL);
  });

  it('run in only one of several processes that start at the same time', async () => {
    const others = await Promise.all([1, 2].map(() => openDatabase(database.url, { migrations: MIGRATIONS })));
    const done = await Promise.all([here, ...others].map((persistence) => migrate(persistence)));
    expect(done.flat().sort()).toEqual(NAMES);
    for (const other of others) await other.close();
  });

  it('continue after a crash and repeat a half-finished step', async () => {
    const half = createTable(
      '20990101000000-half',
      'half',
      [id(), varchar('name', 9)],
      [],
      [],
      [{ id: 7, name: 'seed' }],
    );
    const migrations = [...here.migrations, half];
    await migrate({ ...here, migrations });
    await here.transactions.write(() => here.database.run('DELETE FROM migration WHERE name = ?', [half.name]));
    expect(await migrate({ ...here, migrations })).toEqual([half.name]);
    expect(await here.database.query('SELECT id, name FROM half')).toEqual([{ id: 7, name: 'seed' }]);
  });

  it('can change a referenced table without losing data', async () => {
    const longer: Migration = {
      name: '20990101000000-longer',
      up: async (runner) => {
        const column = (await runner.getTable('website'))?.findColumnByName('name');
        if (!column) throw new Error('there is no such column');
        const changed = column.clone();
        changed.length = '300';
        await runner.changeColumn('website', column, changed);
      },
      down: () => Promise.resolve(),
    };
    await migrate(here);
    await migrate({ ...here, migrations: [...here.migrations, longer] });
    expect(await here.database.query('SELECT id FROM store ORDER BY id')).toEqual([{ id: 0 }, { id: 1 }]);
    const orphan = here.transactions.write(() => here.database.run('DELETE FROM website WHERE id = 1'));
    expect((await refusal(orphan)).message).toMatch(/foreign key/i);
  });

  it('are not reverted below migrations of a newer build', async () => {
    const later = createTable('20990101000000-later', 'later', [id()]);
    const newer = { ...here, migrations: [...here.migrations, later] };
    await migrate(newer);
    const refused = await refusal(migrate(here, { down: true }));
    expect(refused).toBeInstanceOf(StepBackRefused);
    expect(refused.message).toContain(later.name);
    expect(await schemaState(here)).toEqual({ pending: [], ahead: [later.name] });
    expect(await migrate(newer, { down: true })).toEqual([later.name]);
    expect(await migrate(here, { down: true })).toEqual(NAMES.slice(-1));
    expect(await schemaState(here)).toEqual({ pending: NAMES.slice(-1), ahead: [] });
  });

  it('stop between two steps when aborted, and release the claim', async () => {
    const stop = new AbortController();
    const stopped = new Error('stopped');
    const running = migrate(here, { signal: stop.signal, onStep: () => stop.abort(stopped) });
    expect(await refusal(running)).toBe(stopped);
    expect((await schemaState(here)).pending).toEqual(NAMES.slice(1));
    expect(await migrate(here)).toEqual(NAMES.slice(1));
  });

  it('wait until the claim of a dead process expires', async () => {
    await migrate({ ...here, migrations: here.migrations.slice(0, 1) });
    const dead = await MigrationClaim.take(here.connections, { lastsMs: 300 });
    expect(await migrate(here)).toEqual(NAMES.slice(1));
    expect((await refusal(dead.mustHold())).message).toMatch(/another process/);
    await dead.release();
  });

  it('create the initial data of a new database (commerce.md)', async () => {
    await migrate(here);
    const rows = (ask: string): Promise<readonly object[]> => here.database.query(ask);
    expect(await rows('SELECT id, code, base_currency, timezone, is_default FROM website ORDER BY id')).toEqual([
      { id: 0, code: 'admin', base_currency: 'USD', timezone: 'UTC', is_default: 0 },
      { id: 1, code: 'base', base_currency: 'USD', timezone: 'UTC', is_default: 1 },
    ]);
    expect(await rows('SELECT id, code, website_id, is_default FROM store ORDER BY id')).toEqual([
      { id: 0, code: 'admin', website_id: 0, is_default: 0 },
      { id: 1, code: 'default', website_id: 1, is_default: 1 },
    ]);
    expect(await rows('SELECT id, code FROM customer_group ORDER BY id')).toEqual([
      { id: 0, code: 'NOT LOGGED IN' },
      { id: 1, code: 'General' },
    ]);
    expect(await here.changes.version()).toBe(0);
  });

  it('assign IDs after those of the initial data', async () => {
    await migrate(here);
    const { insertId } = await here.transactions.write(() =>
      here.database.run("INSERT INTO customer_group (code) VALUES ('new')"),
    );
    expect(insertId).toBe(2);
  });

  if (kind === 'mysql') {
    it('create text columns that compare by code point, whatever the default of the server', async () => {
      await migrate(here);
      const others = await here.database.query(
        'SELECT table_name, column_name, collation_name FROM information_schema.columns ' +
          'WHERE table_schema = DATABASE() AND collation_name IS NOT NULL AND collation_name <> ?',
        [here.database.dialect.collation ?? ''],
      );
      expect(others).toEqual([]);
    });
  }
});
