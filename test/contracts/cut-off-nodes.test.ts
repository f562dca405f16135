import { Connection } from 'mysql2';
import { Unavailable } from '../../libs/kernel/index.js';
import { migrate, openDatabase, type Persistence } from '../../libs/database/index.js';
import { CommitUncertain } from '../../libs/database/connection.js';
import { describeOnMysql, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { shelf, type Slot, slot } from './samples.js';
import { aSlot, NOON, refusal, samples } from './stores.js';

type Callback = (error: Error) => void;

/** Makes the next statements of this form fail with an error of the server, as a node of a cluster does. */
const answeredWith = (errno: number, form: RegExp, times: number): { readonly left: () => number } => {
  jest.restoreAllMocks();
  const query = Connection.prototype.query as unknown as (...args: unknown[]) => unknown;
  let left = times;
  jest.spyOn(Connection.prototype, 'query').mockImplementation(function (this: Connection, ...args: unknown[]): never {
    const [first] = args as [string | { readonly sql: string }];
    if (left === 0 || !form.test(typeof first === 'string' ? first : first.sql))
      return query.apply(this, args) as never;
    left -= 1;
    const callback = args.at(-1) as Callback;
    process.nextTick(() => callback(Object.assign(new Error(`errno ${errno}`), { errno })));
    return undefined as never;
  });
  return { left: () => left };
};

describeOnMysql('a node that loses its cluster', () => {
  let database: TestDatabase;
  let here: Persistence;

  beforeEach(async () => {
    database = await emptyDatabase('mysql');
    here = await openDatabase(database.url, { ...samples(), clock: NOON });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await here.close();
    await database.drop();
  });

  const prepared = async (): Promise<void> => {
    await migrate(here);
    await here.transactions.write(() =>
      here.records.recordsOf(shelf).insert([{ id: 1, code: 'S-1', name: null }], true),
    );
  };
  const add = (groupNumber: number): Promise<readonly number[]> =>
    here.records.recordsOf<Slot>(slot).insert([aSlot({ groupNumber })]);

  it('makes a write unavailable without a retry if it answers COMMIT with 1180', async () => {
    await prepared();
    answeredWith(1180, /^COMMIT/, 1);
    let times = 0;
    const error = await refusal(
      here.transactions.write(async () => {
        times += 1;
        await add(1);
      }),
    );
    expect(error).toBeInstanceOf(Unavailable);
    expect(error.cause).toBeInstanceOf(CommitUncertain);
    expect(times).toBe(1);
  });

  it.each([1205, 1047, 1020])('has a read that fails with %i repeated once, then unavailable', async (errno) => {
    await prepared();
    const asked = () => here.database.query('SELECT id FROM shelf');
    const once = answeredWith(errno, /FROM shelf/, 1);
    expect(await asked()).toHaveLength(1);
    expect(once.left()).toBe(0);
    answeredWith(errno, /FROM shelf/, 2);
    expect(await refusal(asked())).toBeInstanceOf(Unavailable);
  });

  it.each([1205, 1047])('has a version read that fails with %i repeated once, then unavailable', async (errno) => {
    await prepared();
    answeredWith(errno, /FROM change_version/, 1);
    expect(await here.changes.version()).toBe(0);
    answeredWith(errno, /FROM change_version/, 2);
    expect(await refusal(here.changes.version())).toBeInstanceOf(Unavailable);
  });

  it.each([
    [1213, 'the claim', /UPDATE migration_claim/],
    [1205, 'the claim', /UPDATE migration_claim/],
    [1020, 'the claim', /UPDATE migration_claim/],
    [1047, 'the claim', /UPDATE migration_claim/],
    [1180, 'the commit of the claim', /^COMMIT/],
    [1213, 'the journal', /INSERT INTO migration /],
    [1047, 'the journal', /INSERT INTO migration /],
    [1213, 'the list of migrations', /SELECT name FROM migration/],
    [1213, 'the first tables', /CREATE TABLE/],
    [1213, 'the row of the claim', /INSERT INTO migration_claim/],
  ] as const)('has a first start that fails with %i for %s repeated', async (errno, _what, form) => {
    const answered = answeredWith(errno, form, 1);
    const done = await migrate(here);
    expect(answered.left()).toBe(0);
    expect(done).toEqual(here.migrations.map(({ name }) => name));
    expect(await migrate(here)).toEqual([]);
  });
});

/** A file needs a test even without a MariaDB server. The run reports what it did not test. */
describe('an SQLite file', () => {
  it('works without a cluster', async () => {
    const here = await openDatabase('sqlite::memory:', samples());
    await migrate(here);
    expect(await here.changes.version()).toBe(0);
    await here.close();
  });
});
