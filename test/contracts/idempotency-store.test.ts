import { setTimeout as delay } from 'node:timers/promises';
import {
  change,
  Deadline,
  DeadlinePassed,
  type StoredAnswer,
  type IdempotencyStore,
  type NamedCall,
  StateConflict,
  type Steps,
  withDeadline,
} from '../../libs/kernel/index.js';
import { openDatabase, type Persistence } from '../../libs/database/index.js';
import { describeOnDatabases, migratedDatabase, type TestDatabase } from '../support/databases.js';
import { refusal, signal } from './stores.js';

const HOUR = 3_600_000;
const answer = (text: string): Promise<StoredAnswer> => Promise.resolve({ text, version: undefined });
const call = (values: Partial<NamedCall> = {}): NamedCall => ({
  caller: 'integration:1',
  route: 'customerPrice',
  key: 'night-1',
  digest: 'a',
  ...values,
});

describeOnDatabases('the idempotency store', (kind) => {
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

  const answers = (): IdempotencyStore => persistence.idempotencyStore;

  it('runs a call once and returns the same response again in every process', async () => {
    const one = fresh();
    let runs = 0;
    const work = () => answer(`answer ${(runs += 1)} ü`);
    expect((await answers().once(one, work)).text).toBe('answer 1 ü');
    expect((await answers().once(one, work)).text).toBe('answer 1 ü');
    expect((await other.idempotencyStore.once(one, work)).text).toBe('answer 1 ü');
    expect(runs).toBe(1);
  });

  it('reports another body under one key as a conflict, unless caller or route differ', async () => {
    const one = fresh();
    await answers().once(one, () => answer('first'));
    const conflict = await refusal(answers().once({ ...one, digest: 'b' }, () => answer('second')));
    expect(conflict).toBeInstanceOf(StateConflict);
    const others = [{ caller: 'integration:2' }, { route: 'priceList' }, { key: `${one.key}X` }];
    for (const values of others)
      expect((await answers().once({ ...one, ...values }, () => answer('own'))).text).toBe('own');
  });

  it('keeps a lasting response until it is deleted by name, for all of its keys', async () => {
    const lasting = { caller: 'job', route: 'uuid-1', isLasting: true };
    const [one, two] = [fresh(lasting), fresh(lasting)];
    const [day, other] = [fresh({ route: 'of a day' }), fresh({ ...lasting, route: 'uuid-2' })];
    let runs = 0;
    const done = (named: NamedCall) =>
      answers().inSteps(named, (steps) =>
        steps.step(() => Promise.resolve({ part: () => `made ${(runs += 1)}`, isLast: true })),
      );
    const all = [one, two, day, other];
    for (const named of all) await done(named);
    now += 30 * 24 * HOUR;
    await answers().prune();
    for (const named of [one, two, other]) await done(named);
    expect(runs).toBe(4);
    await done(day);
    expect(runs).toBe(5);
    await answers().forget(one);
    await done(one);
    await done(two);
    await done(other);
    expect(runs).toBe(7);
    for (const named of [one, other, day]) await answers().forget(named);
    now -= 30 * 24 * HOUR;
  });

  it('stores neither response, writes nor key of a call that fails', async () => {
    const one = fresh();
    const [before, had] = [await groups(), await kept()];
    await refusal(
      answers().once(one, async () => {
        await addGroup(persistence, 'half');
        throw new Error('in the middle');
      }),
    );
    expect([await groups(), await kept()]).toEqual([before, had]);
    expect((await answers().once({ ...one, digest: 'b' }, () => answer('tried again'))).text).toBe('tried again');
  });

  it('does not block other writers before the first write of a call', async () => {
    const one = fresh();
    const [started, others] = [signal(), signal()];
    const before = await groups();
    const doing = answers().once(one, async () => {
      started.give();
      await others.given;
      await addGroup(persistence, `${one.key}-first`);
      const seen = await groups();
      await addGroup(persistence, `${one.key}-second`);
      return answer(String(seen - before));
    });
    await started.given;
    await addGroup(other, `${one.key}-other`);
    others.give();
    expect((await doing).text).toBe('2');
    expect(await groups()).toBe(before + 3);
  });

  it('stores the version of the writes, or else that of the response, if any', async () => {
    const [writing, reading, silent] = [fresh(), fresh(), fresh()];
    const versioned = (version: number) => Promise.resolve({ text: 'x', version });
    const log = persistence.changes;
    const first = await answers().once(writing, async () => {
      await persistence.transactions.write(async () => log.append([change('customer', 7)]));
      return versioned(1);
    });
    expect(first.version).toBe(await log.version());
    await persistence.transactions.write(async () => log.append([change('customer', 8)]));
    expect(await other.idempotencyStore.once(writing, () => versioned(2))).toEqual(first);
    expect((await answers().once(reading, () => versioned(4711))).version).toBe(4711);
    expect((await answers().once(reading, () => versioned(1))).version).toBe(4711);
    expect((await answers().once(silent, () => answer('x'))).version).toBeUndefined();
    expect((await answers().once(silent, () => answer('x'))).version).toBeUndefined();
  });

  it('reads the digest at the first write, when the body is known', async () => {
    const one = fresh();
    let digest = '';
    const send = (body: string) =>
      answers().once({ ...one, digest: () => digest }, async () => {
        digest = body;
        await addGroup(persistence, `${one.key}-${body}`);
        return answer(body);
      });
    const before = await groups();
    expect((await send('same')).text).toBe('same');
    expect((await send('same')).text).toBe('same');
    expect(await refusal(send('other'))).toBeInstanceOf(StateConflict);
    expect(await groups()).toBe(before + 1);
  });

  it('runs one of several concurrent calls in two processes, and returns its response to all', async () => {
    const one = fresh();
    const started = signal();
    const before = await groups();
    const work = (from: Persistence, name: string) => async () => {
      started.give();
      await addGroup(from, name);
      return answer(name);
    };
    const first = answers().once(one, work(persistence, 'race-1'));
    await started.given;
    const all = await Promise.all([
      first,
      answers().once(one, work(persistence, 'race-2')),
      other.idempotencyStore.once(one, work(other, 'race-3')),
    ]);
    // The call that writes first wins.
    const [{ text }] = all;
    expect(all.map((one) => one.text)).toEqual([text, text, text]);
    expect(await groups()).toBe(before + 1);
  });

  describe('with a call in steps', () => {
    /** Adds a group in each of three steps; `breaks` is called before each step. */
    const three =
      (one: NamedCall, from = persistence, breaks: (done: number) => Promise<void> = () => Promise.resolve()) =>
      async (steps: Steps): Promise<void> => {
        for (let done = steps.parts.length; done < 3; done += 1) {
          await breaks(done);
          await steps.step(async () => {
            await addGroup(from, `${one.key}-${done}`);
            return { part: () => `part ${done};`, isLast: done === 2 };
          });
        }
      };
    const PARTS = ['part 0;', 'part 1;', 'part 2;'];

    it('stores each step with its writes, and returns the same parts for the same call', async () => {
      const one = fresh();
      const before = await groups();
      expect((await answers().inSteps(one, three(one))).parts).toEqual(PARTS);
      expect((await other.idempotencyStore.inSteps(one, three(one, other))).parts).toEqual(PARTS);
      expect(await groups()).toBe(before + 3);
      expect(await refusal(answers().inSteps({ ...one, digest: 'b' }, three(one)))).toBeInstanceOf(StateConflict);
    });

    it('continues an interrupted call after its last stored step, in any process', async () => {
      const one = fresh();
      const before = await groups();
      const failing = answers().inSteps(
        one,
        three(one, persistence, async (done) => {
          if (done === 2) throw new Error('in the middle');
        }),
      );
      await refusal(failing);
      expect(await groups()).toBe(before + 2);
      const seen: (readonly string[])[] = [];
      const again = await other.idempotencyStore.inSteps(one, async (steps) => {
        seen.push([...steps.parts]);
        await three(one, other)(steps);
      });
      expect([seen, again.parts]).toEqual([[PARTS.slice(0, 2)], PARTS]);
      expect(await groups()).toBe(before + 3);
    });

    it('continues at once a call whose deadline passed between two steps', async () => {
      const one = fresh();
      const limit = new Deadline('bulk', 60_000);
      const failing = withDeadline(limit, () =>
        answers().inSteps(
          one,
          three(one, persistence, async (done) => {
            if (done === 2) limit.become('bulk', 0);
          }),
        ),
      );
      expect(await refusal(failing)).toBeInstanceOf(DeadlinePassed);
      const row = await persistence.database.queryOne<{ until: number }>(
        'SELECT expires_at AS until FROM kept_answer WHERE call_key = ?',
        [one.key],
      );
      expect(row).toEqual({ until: 0 });
      expect((await other.idempotencyStore.inSteps(one, three(one, other))).parts).toEqual(PARTS);
    });

    /** A call that waits between its steps until it may continue. */
    const stoppedAfterOne = async (one: NamedCall) => {
      const [between, go] = [signal(), signal()];
      const first = answers().inSteps(
        one,
        three(one, persistence, async (done) => {
          if (done !== 1) return;
          between.give();
          await go.given;
        }),
      );
      await between.given;
      return { first, go };
    };

    it('lets the same call wait for a running one, and returns one response to both', async () => {
      const one = fresh();
      const before = await groups();
      const { first, go } = await stoppedAfterOne(one);
      let answered = false;
      const second = other.idempotencyStore.inSteps(one, three(one, other)).finally(() => (answered = true));
      await delay(300);
      expect(answered).toBe(false);
      go.give();
      expect([(await first).parts, (await second).parts]).toEqual([PARTS, PARTS]);
      expect(await groups()).toBe(before + 3);
    });

    it('runs no further step of a call that another one took over, and returns its response', async () => {
      const one = fresh();
      const before = await groups();
      const { first, go } = await stoppedAfterOne(one);
      // As if it had been stopped for a long time.
      await persistence.transactions.write(() =>
        persistence.database.run('UPDATE kept_answer SET expires_at = 0 WHERE call_key = ?', [one.key]),
      );
      expect((await other.idempotencyStore.inSteps(one, three(one, other))).parts).toEqual(PARTS);
      go.give();
      expect((await first).parts).toEqual(PARTS);
      expect(await groups()).toBe(before + 3);
    });

    it('returns the version of the last step that has one', async () => {
      const one = fresh();
      const log = persistence.changes;
      const { version } = await answers().inSteps(one, async (steps) => {
        for (const isLast of [false, true])
          await steps.step(async () => {
            if (!isLast) log.append([change('customer', 7)]);
            return { part: () => '', isLast };
          });
      });
      expect(version).toBe(await log.version());
      await persistence.transactions.write(async () => log.append([change('customer', 8)]));
      expect((await answers().inSteps(one, three(one))).version).toBe(version);
    });
  });

  it('deletes a response after 24 hours, so that the key can be used again', async () => {
    const one = fresh();
    await answers().once(one, () => answer('today'));
    now += 24 * HOUR - 1;
    expect((await answers().once(one, () => answer('tomorrow'))).text).toBe('today');
    now += 1;
    expect((await answers().once({ ...one, digest: 'b' }, () => answer('tomorrow'))).text).toBe('tomorrow');
    await answers().prune();
    expect(await kept()).toBe(1);
    now += 24 * HOUR;
    await answers().prune();
    expect(await kept()).toBe(0);
  });

  it('stores a response of several megabytes', async () => {
    const one = fresh();
    const items = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      status: 'failed',
      error: { message: 'Invalid value of "%value" provided for the %fieldName field.'.repeat(30), n: index * 7919 },
    }));
    const long = JSON.stringify(items);
    expect(long.length).toBeGreaterThan(18_000_000);
    await answers().once(one, () => answer(long));
    expect((await other.idempotencyStore.once(one, () => answer(''))).text === long).toBe(true);
  });
});
