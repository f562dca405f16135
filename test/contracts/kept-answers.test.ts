import { type KeptAnswers, type NamedCall, StateConflict } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/persistence/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { refusal, signal } from './stores.js';

const HOUR = 3_600_000;
const call = (values: Partial<NamedCall> = {}): NamedCall => ({
  caller: 'integration:1',
  route: 'customerPrice',
  key: 'night-1',
  digest: 'a',
  ...values,
});

describeOnDatabases('kept answers', (kind) => {
  let database: TestDatabase;
  let persistence: Persistence;
  let other: Persistence;
  let now = Date.parse('2026-06-15T12:00:00.000Z');
  const clock = { now: () => new Date(now) };
  let keys = 0;
  const fresh = (values: Partial<NamedCall> = {}): NamedCall => call({ key: `key-${(keys += 1)}`, ...values });

  const kept = async (from: Persistence = persistence): Promise<number> =>
    (await from.database.queryOne<{ n: number }>('SELECT COUNT(*) AS n FROM kept_answer'))?.n ?? 0;
  const groups = async (): Promise<number> =>
    (await persistence.database.queryOne<{ n: number }>('SELECT COUNT(*) AS n FROM customer_group'))?.n ?? 0;
  const addGroup = (from: Persistence, code: string) =>
    from.transactions.write(() => from.database.run('INSERT INTO customer_group (code) VALUES (?)', [code]));

  beforeAll(async () => {
    database = await migratedDatabase(kind);
    persistence = await openDatabase(database.url, { clock });
    // A second process on the same database.
    other = await openDatabase(database.url, { clock });
  });
  afterAll(async () => {
    await persistence.close();
    await other.close();
    await database.drop();
  });

  const answers = (): KeptAnswers => persistence.keptAnswers;

  it('works once and answers the same again, whoever of the processes is asked', async () => {
    const one = fresh();
    let runs = 0;
    const work = () => Promise.resolve(`answer ${(runs += 1)} ü`);
    expect(await answers().once(one, work)).toBe('answer 1 ü');
    expect(await answers().once(one, work)).toBe('answer 1 ü');
    expect(await other.keptAnswers.once(one, work)).toBe('answer 1 ü');
    expect(runs).toBe(1);
  });

  it('another body under the same key is a conflict; another caller, route or key is another call', async () => {
    const one = fresh();
    await answers().once(one, () => Promise.resolve('first'));
    const conflict = await refusal(answers().once({ ...one, digest: 'b' }, () => Promise.resolve('second')));
    expect(conflict).toBeInstanceOf(StateConflict);
    const others = [{ caller: 'integration:2' }, { route: 'priceList' }, { key: `${one.key}X` }];
    for (const values of others)
      expect(await answers().once({ ...one, ...values }, () => Promise.resolve('own'))).toBe('own');
  });

  it('what fails is not kept, and leaves neither its writes nor its key behind', async () => {
    const one = fresh();
    const [before, had] = [await groups(), await kept()];
    await refusal(
      answers().once(one, async () => {
        await addGroup(persistence, 'half');
        throw new Error('in the middle');
      }),
    );
    expect([await groups(), await kept()]).toEqual([before, had]);
    expect(await answers().once({ ...one, digest: 'b' }, () => Promise.resolve('tried again'))).toBe('tried again');
  });

  it('of calls at once, in two processes, one works and the others get its answer', async () => {
    const one = fresh();
    const begun = signal();
    const before = await groups();
    const work = (from: Persistence, name: string) => async () => {
      begun.give();
      await addGroup(from, name);
      return name;
    };
    const first = answers().once(one, work(persistence, 'race-1'));
    await begun.given;
    const all = await Promise.all([
      first,
      answers().once(one, work(persistence, 'race-2')),
      other.keptAnswers.once(one, work(other, 'race-3')),
    ]);
    expect(all).toEqual(['race-1', 'race-1', 'race-1']);
    expect(await groups()).toBe(before + 1);
  });

  it('is forgotten after 24 hours, and the key is free again', async () => {
    const one = fresh();
    await answers().once(one, () => Promise.resolve('today'));
    now += 24 * HOUR - 1;
    expect(await answers().once(one, () => Promise.resolve('tomorrow'))).toBe('today');
    now += 1;
    expect(await answers().once({ ...one, digest: 'b' }, () => Promise.resolve('tomorrow'))).toBe('tomorrow');
    await answers().prune();
    expect(await kept()).toBe(1);
    now += 24 * HOUR;
    await answers().prune();
    expect(await kept()).toBe(0);
  });

  it('keeps an answer of megabytes', async () => {
    const one = fresh();
    const items = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      status: 'failed',
      error: { message: 'Invalid value of "%value" provided for the %fieldName field.'.repeat(30), n: index * 7919 },
    }));
    const long = JSON.stringify(items);
    expect(long.length).toBeGreaterThan(18_000_000);
    await answers().once(one, () => Promise.resolve(long));
    expect((await other.keptAnswers.once(one, () => Promise.resolve(''))) === long).toBe(true);
  });
});
