import { TookTooLong } from '../../libs/kernel/index.js';
import type { Records } from '../../libs/records/index.js';
import { shelf, type Slot, slot } from './samples.js';
import { describeOnDatabases } from '../support/databases.js';
import { aSlot, openStore, refusal, signal, type Store } from './stores.js';

describeOnDatabases('transactions', (kind) => {
  let store: Store;
  let slots: Records<Slot>;
  let added = 0;

  beforeEach(async () => {
    store = await openStore(kind);
    slots = store.records.recordsOf(slot);
    await store.transactions.write(() =>
      store.records.recordsOf(shelf).insert([{ id: 1, code: 'S-1', name: null }], true),
    );
  });
  afterEach(() => store.close());

  const add = (label: string): Promise<readonly number[]> =>
    slots.insert([aSlot({ label, groupNumber: (added += 1) })]);
  const there = async (): Promise<readonly (string | null)[]> =>
    (await slots.search({ groups: [], sort: [], page: 1, pageSize: 300 })).items.map(({ label }) => label);

  it('store all of their work', async () => {
    await store.transactions.write(async () => {
      await add('a');
      await add('b');
    });
    expect(await there()).toEqual(['a', 'b']);
  });

  it('store nothing if their work throws, and throw the same error', async () => {
    const bug = new Error('a bug');
    const work = store.transactions.write(async () => {
      await add('a');
      throw bug;
    });
    expect(await refusal(work)).toBe(bug);
    expect(await there()).toEqual([]);
  });

  it('with a time limit end on SQLite at the first statement after it, and store nothing', async () => {
    const now = performance.now.bind(performance);
    const slow = store.transactions
      .write(
        async () => {
          await store.transactions.write(() => add('in time'));
          jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
          await store.transactions.write(() => add('too late'));
        },
        { holdsMs: 60_000 },
      )
      .finally(() => jest.restoreAllMocks());
    if (kind === 'sqlite') {
      expect(await refusal(slow)).toBeInstanceOf(TookTooLong);
      expect(await there()).toEqual([]);
    } else {
      await slow;
      expect(await there()).toEqual(['in time', 'too late']);
    }
    await store.transactions.write(() => add('after it'), { holdsMs: 60_000 });
    expect((await there()).at(-1)).toBe('after it');
  });

  it('return the result of their work', async () => {
    expect(await store.transactions.write(async () => 42)).toBe(42);
    expect(await store.transactions.snapshot(async () => 43)).toBe(43);
  });

  it('see their own writes, which others see only after the commit', async () => {
    const [written, seen] = [signal(), signal()];
    const writing = store.transactions.write(async () => {
      await add('a');
      expect(await there()).toEqual(['a']);
      written.give();
      await seen.given;
    });
    await written.given;
    expect(await there()).toEqual([]);
    seen.give();
    await writing;
    expect(await there()).toEqual(['a']);
  });

  it('inside another transaction join it', async () => {
    const outer = store.transactions.write(async () => {
      await store.transactions.write(() => add('inner'));
      expect(await there()).toEqual(['inner']);
      throw new Error('the outer one fails');
    });
    await refusal(outer);
    expect(await there()).toEqual([]);
  });

  it('that fail inside another transaction roll back only their own work if it continues', async () => {
    await store.transactions.write(async () => {
      await add('before');
      const failing = store.transactions.write(async () => {
        await add('inner');
        await store.transactions.write(() => add('innermost'));
        throw new Error('the inner one fails');
      });
      await refusal(failing);
      await store.transactions.write(() => add('after'));
    });
    expect(await there()).toEqual(['before', 'after']);
  });

  it('run one after another if they start concurrently inside another transaction', async () => {
    await store.transactions.write(async () => {
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((label) =>
          store.transactions.write(async () => {
            await add(label);
            await add(`${label}2`);
            if (label === 'b' || label === 'd') throw new Error('this one fails');
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    });
    expect(await there()).toEqual(['a', 'a2', 'c', 'c2']);
  });

  it('with concurrent statements inside another transaction are rolled back completely', async () => {
    await store.transactions.write(async () => {
      await add('before');
      const failing = store.transactions.write(async () => {
        await Promise.all(['a', 'b', 'c'].map(add));
        throw new Error('the inner one fails');
      });
      await refusal(failing);
    });
    expect(await there()).toEqual(['before']);
  });

  it('run concurrently without mixing their work', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        store.transactions.write(async () => {
          await slots.insert([aSlot({ groupNumber: at, currency: 'x' })]);
          await slots.insert([aSlot({ groupNumber: at, currency: 'y' })]);
          if (at % 4 === 3) throw new Error('this one fails');
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    const { items } = await slots.search({ groups: [], sort: [], page: 1, pageSize: 300 });
    const groups = items.map(({ groupNumber }) => groupNumber ?? 0);
    expect(groups).toHaveLength(60);
    expect(groups.filter((group) => group % 4 === 3)).toEqual([]);
  });

  it('that increment a value concurrently lose no update', async () => {
    const [id = 0] = await store.transactions.write(() => slots.insert([aSlot({ groupNumber: 0 })]));
    const raise = (): Promise<void> =>
      store.transactions.write(async () => {
        const found = (await slots.byIds([id])).get(id);
        if (found) await slots.update([{ ...found, groupNumber: (found.groupNumber ?? 0) + 1 }]);
      });
    await Promise.all(Array.from({ length: 25 }, raise));
    expect((await slots.byIds([id])).get(id)?.groupNumber).toBe(25);
  });
});
