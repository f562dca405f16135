import { MemoryChangeLog, MemoryReferences, MemoryStore } from '../../../test/support/memory/store.js';
import { boxItem, shelf } from '../../../test/support/memory/sample-records.js';
import { type Clock, InputRefused, NoSuchEntity, sentence } from '../../kernel/index.js';
import { type Outcome, RecordService, RowRefused } from '../index.js';

type Item = InstanceType<typeof boxItem.record>;

const world = async () => {
  const store = new MemoryStore([shelf, boxItem]);
  const time = { now: new Date('2026-01-01T00:00:00.000Z') };
  const clock: Clock = { now: () => time.now };
  const changes = new MemoryChangeLog(store, () => time.now);
  const parts = { references: new MemoryReferences(store), transactions: changes.transactions, changes, clock };
  const shelves = new RecordService(shelf, { ...parts, records: store.recordsOf(shelf) });
  const stored = store.recordsOf(boxItem);
  const items = new RecordService(boxItem, { ...parts, records: stored });
  await shelves.create({ id: 1, code: 'A-1' });
  await shelves.create({ id: 2, code: 'B-2' });
  return { items, shelves, stored, changes, time };
};

const BOX = { box_code: 'BOX-1', shelf_code: 'A-1', value: '4.95' };

const refusal = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InputRefused)) throw new Error(`not refused: ${String(error)}`);
  return error.faults.map((fault) => fault.field ?? ('message' in fault ? fault.message : ''));
};

const statuses = (outcomes: readonly Outcome<Item>[]) => outcomes.map(({ status }) => status);

describe('creating', () => {
  it('returns the stored record with its defaults and referenced keys', async () => {
    const { items } = await world();
    const item = await items.create(BOX);
    expect(item).toMatchObject({
      id: 1,
      boxCode: 'BOX-1',
      shelfId: 1,
      shelfCode: 'A-1',
      pieceCount: 5,
      tie: 'AND',
      isOpen: 0,
    });
    expect(item.qty.toFixed()).toBe('1');
    expect(item.createdAt).toEqual(new Date('2026-01-01T00:00:00.000Z'));
    expect(await items.get(item.id)).toEqual(item);
  });

  it('accepts the id instead of the key, or both if they agree', async () => {
    const { items } = await world();
    await expect(items.create({ ...BOX, shelf_code: null, shelf_id: 2 })).resolves.toMatchObject({ shelfCode: 'B-2' });
    await expect(items.create({ ...BOX, box_code: 'BOX-2', shelf_id: 1 })).resolves.toMatchObject({ shelfId: 1 });
  });

  it('rejects an unknown key, and an id and a key of different records', async () => {
    const { items } = await world();
    expect(await refusal(items.create({ ...BOX, shelf_id: 2 }))).toEqual(['shelf_code']);
    expect(await refusal(items.create({ ...BOX, shelf_code: 'nowhere' }))).toEqual(['shelf_code']);
    expect(await refusal(items.create({ ...BOX, shelf_code: undefined, shelf_id: 77 }))).toEqual(['shelf_id']);
  });

  it('requires an id or a key', async () => {
    const { items } = await world();
    expect(await refusal(items.create({ box_code: 'BOX-1', value: 1 }))).toEqual(['shelf_id']);
  });

  it('accepts a record id only if the declaration allows it', async () => {
    const { items, shelves } = await world();
    expect(await refusal(items.create({ ...BOX, id: 5 }))).toEqual(['id']);
    await expect(items.create({ ...BOX, id: null })).resolves.toMatchObject({ id: 1 });
    await expect(shelves.create({ id: 9, code: 'C-3' })).resolves.toMatchObject({ id: 9 });
    await expect(refusal(shelves.create({ id: 9, code: 'D-4' }))).resolves.toHaveLength(1);
  });

  it('reports all errors of a body together, and a duplicate key by its message', async () => {
    const { items } = await world();
    expect(await refusal(items.create({ value: 'x', colour: 1 }))).toEqual(['colour', 'box_code', 'shelf_id', 'value']);
    await items.create(BOX);
    const again = items.create(BOX);
    await expect(again).rejects.toThrow('A box item with this code already exists.');
  });

  it('enforces the rules across fields', async () => {
    const { items } = await world();
    expect(await refusal(items.create({ ...BOX, from_date: '2026-02-01', to_date: '2026-01-31' }))).toEqual([
      'to_date',
    ]);
  });
});

describe('changing', () => {
  it('keeps omitted fields, clears null ones and uses the id of the path', async () => {
    const { items } = await world();
    const { id } = await items.create({ ...BOX, notes: 'fragile', degrees: 3 });
    const changed = await items.update(id, { id: 99, value: 7, degrees: null });
    expect(changed).toMatchObject({ id, notes: 'fragile', degrees: null });
    expect(changed.value.toFixed()).toBe('7');
  });

  it('without a difference creates no version and keeps the time of change', async () => {
    const { items, changes, time } = await world();
    const item = await items.create({ ...BOX, shelf_ids: [2, 1], attributes: { color: 'red' } });
    const version = await changes.version();
    time.now = new Date('2026-01-02T00:00:00.000Z');
    await items.update(item.id, { value: '4.950', shelf_ids: [1, 2], attributes: { color: 'red' }, box_code: 'BOX-1' });
    expect((await items.get(item.id)).updatedAt).toEqual(item.updatedAt);
    expect(await changes.version()).toBe(version);
    await items.update(item.id, { value: 5 });
    expect((await items.get(item.id)).updatedAt).toEqual(time.now);
    expect(await changes.version()).toBe(version + 1);
  });

  it('merges attributes by code; null removes one', async () => {
    const { items } = await world();
    const { id } = await items.create({ ...BOX, attributes: { color: 'red', size: ['S', 'M'], old: null } });
    const { attributes } = await items.update(id, { attributes: { color: null, size: ['L'], brand: 'Acme' } });
    expect(attributes).toEqual({ size: ['L'], brand: 'Acme' });
  });

  it('ignores an older source_version and accepts an equal or newer one', async () => {
    const { items } = await world();
    const { id } = await items.create({ ...BOX, source_version: 5 });
    const valueAfter = async (body: object) => (await items.update(id, { ...body })).value.toNumber();
    expect(await valueAfter({ value: 1, source_version: 4 })).toBe(4.95);
    expect(await valueAfter({ value: 2, source_version: 5 })).toBe(2);
    expect(await valueAfter({ value: 3, source_version: 6 })).toBe(3);
    expect(await valueAfter({ value: 4 })).toBe(4);
  });

  it('stores a newer source_version even without other changes', async () => {
    const { items } = await world();
    const { id } = await items.create({ ...BOX, source_version: 5 });
    expect(await items.update(id, { source_version: 7 })).toMatchObject({ sourceVersion: 7 });
    expect((await items.update(id, { value: 1, source_version: 6 })).value.toNumber()).toBe(4.95);
  });

  it('reports an unknown id only if the body is valid', async () => {
    const { items } = await world();
    await expect(items.update(77, { value: 1 })).rejects.toEqual(new NoSuchEntity('id', 77));
    expect(await refusal(items.update(77, { value: 'x' }))).toEqual(['value']);
  });
});

describe('removing', () => {
  it('succeeds once and then reports an unknown id', async () => {
    const { items, changes } = await world();
    const { id } = await items.create(BOX);
    const version = await changes.version();
    await items.remove(id);
    expect(await changes.version()).toBe(version + 1);
    await expect(items.remove(id)).rejects.toEqual(new NoSuchEntity('id', id));
  });
});

describe('saving many rows', () => {
  const upsert = { verb: 'upsert', mode: 'best_effort' } as const;
  const strict = { verb: 'create', mode: 'all_or_nothing', rowName: (index: number) => `items[${index}]` } as const;

  it('finds a record by id, external_id or unique key, or else creates it', async () => {
    const { items } = await world();
    const first = await items.create({ ...BOX, external_id: 'ERP-1' });
    const outcomes = await items.saveAll(
      [
        { id: first.id, value: 1 },
        { external_id: 'ERP-1', value: 2 },
        { box_code: 'BOX-1', value: 3 },
        { ...BOX, box_code: 'BOX-2' },
        { box_code: 'BOX-2', value: 9 },
        { box_code: 'BOX-2', value: 9 },
      ],
      upsert,
    );
    expect(statuses(outcomes)).toEqual(['updated', 'updated', 'updated', 'created', 'updated', 'unchanged']);
    expect((await items.get(first.id)).value.toNumber()).toBe(3);
  });

  it('creates a record for an unknown id, whatever else the row contains', async () => {
    const { shelves } = await world();
    const outcomes = await shelves.saveAll(
      [
        { id: 50, code: 'A-1' },
        { id: 51, code: 'E-5' },
      ],
      upsert,
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['failed', 'created']);
  });

  it('in best effort stores the valid rows and reports each failed one', async () => {
    const { items } = await world();
    await items.create({ ...BOX, external_id: 'taken' });
    const outcomes = await items.saveAll(
      [
        { ...BOX, box_code: 'N-1' },
        { ...BOX, box_code: 'N-2', value: 'x' },
        { ...BOX, box_code: 'N-3', shelf_code: 'nowhere' },
        { ...BOX, box_code: 'N-4', email: 'a@example.com' },
        { ...BOX, box_code: 'N-5', spare_shelf_id: 99 },
        { box_code: 'N-6' },
        { ...BOX, box_code: 'N-7' },
        { id: 99, value: 1 },
      ],
      upsert,
    );
    expect(statuses(outcomes)).toEqual([
      'created',
      'failed',
      'failed',
      'created',
      'failed',
      'failed',
      'created',
      'failed',
    ]);
    expect((await items.search({ groups: [], sort: [], page: 1, pageSize: 10 })).total).toBe(4);
  });

  it('fails only the row that a rule across rows rejects', async () => {
    const { items, stored } = await world();
    await items.saveAll([BOX, { ...BOX, box_code: 'BOX-2' }, { ...BOX, box_code: 'BOX-3' }], upsert);
    const update = stored.update.bind(stored);
    // At most one row of a call may be open.
    stored.update = (records) => {
      const open = records.flatMap(({ isOpen }, index) => (isOpen === 1 ? index : []));
      return open[1] === undefined
        ? update(records)
        : Promise.reject(new RowRefused(open[1], sentence('One is open.')));
    };
    const rows = [
      { box_code: 'BOX-1', is_open: 1, spare_shelf_id: 99 },
      { box_code: 'BOX-2', is_open: 1 },
      { box_code: 'BOX-3', is_open: 1 },
    ];
    expect(statuses(await items.saveAll(rows, upsert))).toEqual(['failed', 'updated', 'failed']);
    expect(await refusal(items.saveAll(rows, { ...strict, verb: 'update' }))).toEqual(['items[0].spare_shelf_id']);
  });

  it('updates an earlier row that another caller has created meanwhile', async () => {
    const { items, stored } = await world();
    const insert = stored.insert.bind(stored);
    let calls = 0;
    stored.insert = async (records, given) => {
      calls += 1;
      if (calls === 1) throw new RowRefused(1, sentence('A rule says so.'));
      const ids = await insert(records, given);
      if (calls === 2) throw new RowRefused(0, sentence('It is there.'));
      return ids;
    };
    const rows = [BOX, { ...BOX, box_code: 'BOX-2' }];
    expect(statuses(await items.saveAll(rows, upsert))).toEqual(['unchanged', 'created']);
  });

  it('applies rows with the same key in different case one after the other', async () => {
    const { items } = await world();
    const rows = ['a@example.com', 'A@Example.com'].map((email) => ({ ...BOX, email }));
    expect(statuses(await items.saveAll(rows, upsert))).toEqual(['created', 'updated']);
    const byEmail = ['b@example.com', 'B@example.com'].map((email, index) => ({
      ...BOX,
      box_code: `E-${index}`,
      email,
    }));
    expect(statuses(await items.saveAll(byEmail, upsert))).toEqual(['created', 'updated']);
  });

  it('in all or nothing stores nothing and names the row of each error', async () => {
    const { items, changes } = await world();
    const version = await changes.version();
    const rows = [{ ...BOX }, { ...BOX, box_code: 'N-2', piece_count: 1000 }, { ...BOX, box_code: 'N-3', value: 'x' }];
    expect(await refusal(items.saveAll(rows, strict))).toEqual(['items[1].piece_count', 'items[2].value']);
    expect(await refusal(items.saveAll([BOX, { ...BOX }], strict))).toHaveLength(1);
    expect((await items.search({ groups: [], sort: [], page: 1, pageSize: 10 })).total).toBe(0);
    expect(await changes.version()).toBe(version);
  });

  it('reports a row without a record as not found in an update', async () => {
    const { items } = await world();
    const always = { ...strict, verb: 'update' } as const;
    await expect(items.saveAll([{ box_code: 'BOX-9', value: 1 }], always)).rejects.toEqual(
      new NoSuchEntity('box_code', 'BOX-9'),
    );
    await expect(items.saveAll([{ external_id: 'ERP-9', value: 1 }], always)).rejects.toEqual(
      new NoSuchEntity('external_id', 'ERP-9'),
    );
    await expect(items.saveAll([{ id: 9, value: 1 }], always)).rejects.toEqual(new NoSuchEntity('id', 9));
  });

  it('uses one version for the whole call', async () => {
    const { items, changes } = await world();
    const version = await changes.version();
    await items.saveAll([BOX, { ...BOX, box_code: 'BOX-2' }], strict);
    expect(await changes.version()).toBe(version + 1);
  });
});
