import { MemoryChangeLog, MemoryReferences, MemoryStore } from '../../../test/support/memory/store.js';
import { boxItem, shelf } from '../../../test/support/memory/sample-records.js';
import { type Clock, InputRefused, invalidValue, NoSuchEntity, sentence } from '../../kernel/index.js';
import {
  type Outcome,
  type RecordChange,
  RecordService,
  type RecordHooks,
  type Resource,
  RowRefused,
} from '../index.js';

type Item = InstanceType<typeof boxItem.record>;

const world = async (hooks: RecordHooks<Item>, resource: Resource<Item> = boxItem) => {
  const store = new MemoryStore([shelf, boxItem]);
  const clock: Clock = { now: () => new Date('2026-01-01T00:00:00.000Z') };
  const changes = new MemoryChangeLog(store, () => clock.now());
  const ports = { references: new MemoryReferences(store), transactions: changes.transactions, changes, clock };
  const shelves = new RecordService(shelf, { ...ports, records: store.recordsOf(shelf) });
  const items = new RecordService(resource, { ...ports, records: store.recordsOf(boxItem), hooks });
  await shelves.create({ id: 1, code: 'A-1' });
  await shelves.create({ id: 2, code: 'B-2' });
  return { items, changes, plain: new RecordService(boxItem, { ...ports, records: store.recordsOf(boxItem) }) };
};

const box = (code: string, more: object = {}) => ({ box_code: code, shelf_code: 'A-1', value: 1, ...more });
const UPSERT = { verb: 'upsert', mode: 'best_effort' } as const;
const ALL = { verb: 'upsert', mode: 'all_or_nothing', rowName: (index: number) => `items[${index}]` } as const;

const statuses = (outcomes: readonly Outcome<Item>[]) => outcomes.map(({ status }) => status);
const codes = (batch: readonly RecordChange<Item>[]) =>
  batch.map(({ previous, next }) => [previous?.boxCode, next?.boxCode]);

/** Rejects the first row with this code. */
const noneOf = (code: string) => (batch: readonly RecordChange<Item>[]) => {
  const index = batch.findIndex(({ previous, next }) => (next ?? previous)?.boxCode === code);
  return index < 0 ? Promise.resolve() : Promise.reject(new RowRefused(index, sentence(`Not ${code}.`)));
};

const all = { groups: [], sort: [], page: 1, pageSize: 10 };

describe('the check hook', () => {
  it('receives created, changed and deleted rows in separate batches', async () => {
    const seen: unknown[] = [];
    const { items } = await world({ check: (batch) => Promise.resolve(void seen.push(codes(batch))) });
    const { id } = await items.create(box('A'));
    await items.update(id, { value: 2 });
    await items.saveAll([box('A', { value: 3 }), box('B'), box('C')], UPSERT);
    await items.remove(id);
    await items.removeAll([], 2);
    expect(seen).toEqual([
      [[undefined, 'A']],
      [['A', 'A']],
      [
        [undefined, 'B'],
        [undefined, 'C'],
      ],
      [['A', 'A']],
      [['A', undefined]],
      [
        ['B', undefined],
        ['C', undefined],
      ],
    ]);
  });

  it('is not called for an unchanged row', async () => {
    const { items, plain } = await world({ check: noneOf('A') });
    await plain.create(box('A'));
    expect(statuses(await items.saveAll([box('A')], UPSERT))).toEqual(['unchanged']);
  });

  it('can reject a row of any call', async () => {
    const { items, plain, changes } = await world({ check: noneOf('B') });
    await expect(items.create(box('B'))).rejects.toThrow(InputRefused);
    expect(statuses(await items.saveAll([box('A'), box('B'), box('C')], UPSERT))).toEqual([
      'created',
      'failed',
      'created',
    ]);
    const version = await changes.version();
    const { id } = await plain.create(box('B'));
    await expect(items.update(id, { value: 9 })).rejects.toThrow('Not B.');
    await expect(items.remove(id)).rejects.toThrow(InputRefused);
    await expect(items.removeAll([], 3)).rejects.toThrow('Not B.');
    await expect(items.saveAll([box('D'), box('B', { value: 9 })], ALL)).rejects.toThrow('Not B.');
    expect((await items.search(all)).total).toBe(3);
    expect(await changes.version()).toBe(version + 1);
  });

  it('does not hide the database error of an earlier row', async () => {
    const { items } = await world({ check: noneOf('B') });
    const rows = [box('A', { spare_shelf_id: 99 }), box('B')];
    await expect(items.saveAll(rows, ALL)).rejects.toThrow('items[0].spare_shelf_id');
    expect(statuses(await items.saveAll(rows, UPSERT))).toEqual(['failed', 'failed']);
  });

  it('has its own changes rolled back with a rejected row', async () => {
    const { items, plain } = await world({
      check: async (_batch, { records }) => {
        const [former] = (await records.search(all)).items.filter(({ isOpen }) => isOpen === 1);
        if (former) await records.update([{ ...former, isOpen: 0 }]);
      },
    });
    const { id } = await plain.create(box('A', { is_open: 1 }));
    expect(statuses(await items.saveAll([box('B', { spare_shelf_id: 99 })], UPSERT))).toEqual(['failed']);
    expect((await items.get(id)).isOpen).toBe(1);
    expect(statuses(await items.saveAll([box('B', { is_open: 1 })], UPSERT))).toEqual(['created']);
    expect((await items.get(id)).isOpen).toBe(0);
  });
});

describe('the stored hook', () => {
  it('receives new records with their ids', async () => {
    const ids: unknown[] = [];
    const { items } = await world({
      stored: (batch) => Promise.resolve(void ids.push(...batch.map(({ next }) => next?.id))),
    });
    const { id } = await items.create(box('A'));
    const outcomes = await items.saveAll([box('B'), box('C')], UPSERT);
    expect(ids).toEqual([id, ...outcomes.map((outcome) => (outcome.status === 'failed' ? 0 : outcome.record.id))]);
  });

  it('rolls back the batch by rejecting a row, and the others are retried', async () => {
    const { items } = await world({ stored: noneOf('B') });
    expect(statuses(await items.saveAll([box('A'), box('B'), box('C')], UPSERT))).toEqual([
      'created',
      'failed',
      'created',
    ]);
    expect((await items.search(all)).items.map(({ boxCode }) => boxCode)).toEqual(['A', 'C']);
    await expect(items.create(box('B'))).rejects.toThrow(InputRefused);
  });

  it('runs after-commit work only for rows that stay stored', async () => {
    const committed: unknown[] = [];
    const { items } = await world({
      stored: async (batch, { afterCommit }) => {
        for (const { next } of batch) afterCommit(() => committed.push(next?.boxCode));
        await noneOf('B')(batch);
      },
    });
    await items.saveAll([box('A'), box('B'), box('C')], UPSERT);
    await expect(items.create(box('B'))).rejects.toThrow('Not B.');
    expect(committed).toEqual(['A', 'C']);
  });
});

describe('the hook', () => {
  it('complete() adds values stored elsewhere to results and comparisons', async () => {
    const elsewhere = new Map<number, string>();
    const purposes: string[] = [];
    const { items } = await world({
      complete: (ids, purpose) => {
        purposes.push(purpose);
        return Promise.resolve(new Map(ids.map((id) => [id, { notes: elsewhere.get(id) ?? null }])));
      },
      stored: async (batch) => batch.forEach(({ next }) => next && elsewhere.set(next.id, `${next.notes}!`)),
    });
    const { id } = await items.create(box('A', { notes: 'x' }));
    purposes.length = 0;
    expect(await items.get(id)).toMatchObject({ notes: 'x!' });
    expect((await items.search(all)).items).toMatchObject([{ notes: 'x!' }]);
    expect(await items.find({ name: '', properties: ['boxCode'], says: '' }, { boxCode: 'A' })).toMatchObject({ id, notes: 'x!' }); // prettier-ignore
    expect(purposes).toEqual(['answer', 'answer', 'answer']);
    purposes.length = 0;
    expect(statuses(await items.saveAll([box('A', { notes: 'x!' }), box('A', { notes: 'x' })], UPSERT))).toEqual([
      'unchanged',
      'updated',
    ]);
    expect(purposes).toContain('write');
  });

  it('defaults() runs in the transaction, for new records and lookups', async () => {
    const { items, changes } = await world({
      defaults: () => {
        expect(changes.transactions.isOpen).toBe(true);
        return { pieceCount: 7 };
      },
    });
    const made = await items.create(box('A'));
    expect(made.pieceCount).toBe(7);
    const [other] = await items.saveAll([box('B')], UPSERT);
    expect(other).toMatchObject({ status: 'created', record: { pieceCount: 7 } });
    expect((await items.update(made.id, { value: 5 })).pieceCount).toBe(7);
    await expect(items.create({ value: 'x' })).rejects.toThrow(InputRefused);
  });

  it('prepare() runs once per input, before the transaction', async () => {
    const seen: unknown[] = [];
    const { items, changes } = await world({
      prepare: (input) => {
        expect(changes.transactions.isOpen).toBe(false);
        seen.push(input['box_code']);
        return { ...input, notes: 'prepared' };
      },
    });
    const rows = [box('A'), box('B')];
    await items.prepare(rows);
    await changes.transactions.write(() => items.saveAll(rows, UPSERT));
    expect(seen).toEqual(['A', 'B']);
    await items.saveAll([box('C')], UPSERT);
    expect((await items.search(all)).items).toMatchObject([
      { notes: 'prepared' },
      { notes: 'prepared' },
      { notes: 'prepared' },
    ]);
  });

  it('lock() runs first in every write transaction', async () => {
    const order: string[] = [];
    const { items } = await world({
      lock: () => Promise.resolve(void order.push('turn')),
      complete: () => {
        order.push('read');
        return Promise.resolve(new Map());
      },
    });
    const { id } = await items.create(box('A'));
    await items.update(id, { value: 2 });
    await items.saveAll([box('A')], UPSERT);
    await items.remove(id);
    await items.removeAll([], 0);
    expect(order.filter((step) => step === 'turn')).toHaveLength(5);
    expect(order.slice(0, 2)).toEqual(['turn', 'read']);
    expect(order.at(-1)).toBe('turn');
  });
});

describe('a resource declaration', () => {
  const kept = (code: string): Resource<Item> => ({
    ...boxItem,
    sort: [{ property: 'boxCode', direction: 'DESC' }],
    deletionFault: ({ boxCode }) => (boxCode === code ? invalidValue('box_code', code) : undefined),
  });

  it('can forbid deleting a record, which then deletes none of the call', async () => {
    const { items, plain } = await world({}, kept('A'));
    const { id } = await plain.create(box('A'));
    await plain.create(box('B'));
    await expect(items.remove(id)).rejects.toEqual(new InputRefused(invalidValue('box_code', 'A')));
    await expect(items.removeAll([], 2)).rejects.toThrow(InputRefused);
    expect((await items.search(all)).total).toBe(2);
    await expect(items.remove(99)).rejects.toEqual(new NoSuchEntity('id', 99));
  });

  it('sets the default order of searches', async () => {
    const { items, plain } = await world({}, kept('A'));
    for (const code of ['B', 'A', 'C']) await plain.create(box(code));
    const found = async (sort: (typeof all)['sort'] | [{ property: string; direction: 'ASC' }]) =>
      (await items.search({ ...all, sort })).items.map(({ boxCode }) => boxCode);
    expect(await found([])).toEqual(['C', 'B', 'A']);
    expect(await found([{ property: 'boxCode', direction: 'ASC' }])).toEqual(['A', 'B', 'C']);
  });
});
