import { day, Decimal, InputRefused, invalidValue, sentence } from '../../libs/kernel/index.js';
import { type Recorded, type Records, type Resource, RowRefused } from '../../libs/records/index.js';
import { type Branch, boxItem, branch, shelf, type Slot, slot } from './samples.js';
import { aBox, aBranch, aSlot, type Box, describeOnStores, refusal, type Store } from './stores.js';

type Shelf = Recorded & { readonly code: string; readonly name: string | null };

const aShelf = (id: number, code = `S-${id}`): Shelf => ({ id, code, name: null });

const plainBox = ({ password: _password, ...box }: Box): unknown =>
  JSON.parse(JSON.stringify(box, (_key, value: unknown) => (value instanceof Decimal ? value.toFixed() : value)));

describeOnStores('records', (open) => {
  let store: Store;
  let shelves: Records<Shelf>;
  let boxes: Records<Box>;
  let slots: Records<Slot>;
  let branches: Records<Branch>;

  const of = <T extends Recorded>(resource: Resource<T>): Records<T> => store.records.recordsOf(resource);
  const insert = <T extends Recorded>(records: Records<T>, ...rows: readonly T[]): Promise<readonly number[]> =>
    store.transactions.write(() => records.insert(rows));
  const stored = async <T extends Recorded>(records: Records<T>): Promise<readonly T[]> =>
    (await records.search({ groups: [], sort: [], page: 1, pageSize: 5000 })).items;

  beforeEach(async () => {
    store = await open();
    shelves = of(shelf);
    boxes = of(boxItem);
    slots = of(slot);
    branches = of(branch);
    await store.transactions.write(() => shelves.insert([aShelf(1), aShelf(2), aShelf(3)], true));
  });
  afterEach(() => store.close());

  describe('store', () => {
    it('every kind of value unchanged', async () => {
      const box = aBox({
        boxCode: 'Ω \'quoted\' \\ "double" % _ 漢字 🧰',
        shelfIds: [2, 3],
        spareShelfId: 2,
        degrees: -40,
        value: new Decimal('999999999.999999'),
        qty: new Decimal('99999999.9999'),
        ratio: new Decimal('-99.95'),
        notes: 'two\nlines\ttab',
        bestBefore: day('2026-03-29'),
        email: 'Ada@Example.com',
        colours: ['green', 'red'],
        attributes: { color: 'red', size: ['S', 'M'], empty: '' },
        maker: { name: 'Acme', since: null },
        labels: [
          { position: 1, price: new Decimal('4.95') },
          { position: 2, price: null },
        ],
        fromDate: day('0001-01-01'),
        toDate: day('9999-12-31'),
        externalId: ' spaces at the ends ',
        sourceVersion: 2_147_483_647,
        updatedAt: new Date('2026-10-25T01:30:00.001Z'),
      });
      const [id = 0] = await insert(boxes, box);
      const found = (await boxes.byIds([id])).get(id);
      expect(found && plainBox(found)).toEqual(plainBox({ ...box, id }));
    });

    it('missing values as null, and missing lists as empty', async () => {
      const [id = 0] = await insert(boxes, aBox());
      const found = (await boxes.byIds([id])).get(id);
      expect(found && plainBox(found)).toEqual(plainBox(aBox({ id })));
    });

    it.each(['0.000001', '0.1', '123456789.123456', '999999999.999998', '100', '0'])(
      'the amount %s exactly',
      async (text) => {
        const [id = 0] = await insert(slots, aSlot({ amount: new Decimal(text) }));
        expect((await slots.byIds([id])).get(id)?.amount.toFixed()).toBe(text);
      },
    );

    it('texts that differ only by case, accent or a trailing space', async () => {
      const codes = ['a', 'A', 'a ', 'á', 'Á', 'ä'];
      await insert(boxes, ...codes.map((boxCode) => aBox({ boxCode })));
      expect((await stored(boxes)).map(({ boxCode }) => boxCode)).toEqual(codes);
    });

    it('all fields of a change, including lists', async () => {
      const [id = 0] = await insert(boxes, aBox({ shelfIds: [1, 2], notes: 'old' }));
      await store.transactions.write(() => boxes.update([aBox({ id, shelfIds: [2, 3], pieceCount: 9, tie: 'OR' })]));
      expect((await boxes.byIds([id])).get(id)).toMatchObject({
        shelfIds: [2, 3],
        pieceCount: 9,
        tie: 'OR',
        notes: null,
      });
    });
  });

  describe('ids', () => {
    it('are assigned in order', async () => {
      const ids = await insert(slots, ...['a', 'b', 'c'].map((currency) => aSlot({ currency })));
      expect([...ids].sort((one, other) => one - other)).toEqual(ids);
      expect((await stored(slots)).map(({ id, currency }) => [id, currency])).toEqual([
        [ids[0], 'a'],
        [ids[1], 'b'],
        [ids[2], 'c'],
      ]);
    });

    it('can be set, including 0, and assigned ones follow them', async () => {
      await store.transactions.write(() => shelves.insert([aShelf(0), aShelf(70)], true));
      const [made = 0] = await insert(shelves, aShelf(0, 'made'));
      expect(made).toBeGreaterThan(70);
      expect((await shelves.byIds([0])).get(0)?.code).toBe('S-0');
    });

    it('cannot be assigned after the largest one, and nothing is stored', async () => {
      await store.transactions.write(() => shelves.insert([aShelf(2_147_483_647)], true));
      for (const codes of [['one'], ['two', 'three']]) {
        const refused = await refusal(insert(shelves, ...codes.map((code) => aShelf(0, code))));
        expect(refused).toBeInstanceOf(InputRefused);
      }
      expect((await stored(shelves)).map(({ id }) => id)).toEqual([1, 2, 3, 2_147_483_647]);
    });

    it('are found in large numbers, without those that do not exist', async () => {
      const many = Array.from({ length: 2000 }, (_, at) => aSlot({ groupNumber: at }));
      const ids = await insert(slots, ...many);
      const found = await slots.byIds([...ids, 999_999_999, -1]);
      expect(found.size).toBe(2000);
      expect(found.get(ids[1234] ?? 0)?.groupNumber).toBe(1234);
    });
  });

  describe('a rejected row', () => {
    it('is reported with its index and the message of its key; nothing of the batch is stored', async () => {
      await insert(boxes, aBox({ boxCode: 'taken' }));
      const rows = ['one', 'two', 'taken', 'four'].map((boxCode) => aBox({ boxCode }));
      const error = await refusal(insert(boxes, ...rows));
      expect(error).toBeInstanceOf(RowRefused);
      expect(error).toMatchObject({ index: 2, faults: [sentence('A box item with this code already exists.')] });
      expect((await stored(boxes)).map(({ boxCode }) => boxCode)).toEqual(['taken']);
    });

    it('leaves nothing of its batch behind if the transaction continues', async () => {
      await store.transactions.write(async () => {
        await slots.insert([aSlot({ currency: 'a' })]);
        await refusal(slots.insert([aSlot({ currency: 'b' }), aSlot({ currency: 'a' })]));
        await slots.insert([aSlot({ currency: 'c' })]);
      });
      expect((await stored(slots)).map(({ currency }) => currency)).toEqual(['a', 'c']);
    });

    it('is the first of several, at any position', async () => {
      await insert(slots, aSlot({ groupNumber: 5 }));
      const rows = Array.from({ length: 1500 }, (_, at) => aSlot({ groupNumber: at + 100 }));
      for (const at of [1187, 1301, 1499]) rows[at] = aSlot({ groupNumber: 5 });
      expect(await refusal(insert(slots, ...rows))).toMatchObject({ index: 1187 });
    });

    it('is the second of two equal rows in a batch', async () => {
      expect(await refusal(insert(boxes, aBox(), aBox({ boxCode: 'x' }), aBox()))).toMatchObject({ index: 2 });
    });

    it('is reported with the field that refers to a missing record', async () => {
      expect(
        await refusal(insert(boxes, aBox({ boxCode: 'a' }), aBox({ boxCode: 'b', spareShelfId: 77 }))),
      ).toMatchObject({
        index: 1,
        faults: [invalidValue('spare_shelf_id', 77)],
      });
      expect(await refusal(insert(slots, aSlot({ shelfId: 88 })))).toMatchObject({
        faults: [invalidValue('shelf_id', 88)],
      });
    });

    it('is reported with the list that contains a missing ID', async () => {
      expect(
        await refusal(insert(boxes, aBox({ boxCode: 'a' }), aBox({ boxCode: 'b', shelfIds: [1, 66] }))),
      ).toMatchObject({
        index: 1,
        faults: [invalidValue('shelf_ids', 66)],
      });
    });

    it('is reported if its ID exists already', async () => {
      const error = await refusal(
        store.transactions.write(() => shelves.insert([aShelf(9), aShelf(2, 'other')], true)),
      );
      expect(error).toMatchObject({ index: 1 });
      expect(error.message).toMatch(/\bid\b/i);
    });

    it('of an update is reported likewise, and no row of the call is changed', async () => {
      const ids = await insert(slots, ...['a', 'b', 'c'].map((currency) => aSlot({ currency })));
      const [a = 0, b = 0, c = 0] = ids;
      const changed = [
        aSlot({ id: a, currency: 'z' }),
        aSlot({ id: b, currency: 'c' }),
        aSlot({ id: c, currency: 'y' }),
      ];
      expect(await refusal(store.transactions.write(() => slots.update(changed)))).toMatchObject({ index: 1 });
      expect((await stored(slots)).map(({ currency }) => currency)).toEqual(['a', 'b', 'c']);
    });
  });

  describe('unique keys', () => {
    const refused = async (...rows: readonly Slot[]): Promise<string> =>
      (await refusal(insert(slots, ...rows))).message;

    it('apply to missing values too, if declared so', async () => {
      expect(await refused(aSlot(), aSlot())).toBe('Such a slot already exists.');
      await insert(slots, aSlot({ groupNumber: 0 }), aSlot({ groupNumber: 1 }), aSlot({ fromDate: day('2026-01-01') }));
      expect(await refused(aSlot({ groupNumber: 0 }))).toBe('Such a slot already exists.');
    });

    it('allow repeated missing values otherwise', async () => {
      await insert(slots, aSlot({ currency: 'a' }), aSlot({ currency: 'b' }));
      expect(await refused(aSlot({ currency: 'c', label: 'L' }), aSlot({ currency: 'd', label: 'L' }))).toBe(
        'A slot with this label already exists.',
      );
      await insert(slots, aSlot({ currency: 'c', label: 'L' }), aSlot({ shelfId: 2, label: 'L' }));
    });

    it('compare decimals by their value', async () => {
      await insert(slots, aSlot({ qty: new Decimal('2.5') }));
      expect(await refused(aSlot({ qty: new Decimal('2.5000') }))).toBe('Such a slot already exists.');
    });

    it('of names ignore letter case', async () => {
      await insert(slots, aSlot({ owner: 'Ada' }));
      expect(await refused(aSlot({ currency: 'a', owner: 'ADA' }))).toBe('The owner has a slot already.');
    });

    it('with a condition apply while it is true', async () => {
      const [first = 0] = await insert(
        slots,
        aSlot({ isMain: 1 }),
        aSlot({ currency: 'b' }),
        aSlot({ shelfId: 2, isMain: 1 }),
      );
      expect(await refused(aSlot({ currency: 'c', isMain: 1 }))).toBe('The shelf has a main slot already.');
      await store.transactions.write(() => slots.update([aSlot({ id: first, isMain: 0 })]));
      await insert(slots, aSlot({ currency: 'c', isMain: 1 }));
    });

    it('find their records, in the order of the samples', async () => {
      const [key, label, owner] = slot.unique;
      if (!key || !label || !owner) throw new Error('the sample has three keys');
      await insert(slots, aSlot({ label: 'one' }), aSlot({ groupNumber: 7, qty: new Decimal('2.5'), owner: 'Ada' }));
      const sample = { shelfId: 1, groupNumber: 7, fromDate: null, currency: null, qty: new Decimal('2.50') };
      const none = { ...sample, shelfId: 2 };
      const first = { ...sample, groupNumber: null, qty: new Decimal(1) };
      expect(
        (await slots.byKey(key, [none, sample, first, sample])).map((found) => found?.label ?? found?.owner),
      ).toEqual([undefined, 'Ada', 'one', 'Ada']);
      expect((await slots.byKey(owner, [{ owner: 'aDA' }, { owner: null }])).map((found) => found?.owner)).toEqual([
        'Ada',
        undefined,
      ]);
      expect(await slots.byKey(label, [{ label: null, shelfId: 1 }])).toEqual([undefined]);
    });

    it('find many records at once', async () => {
      const [key] = slot.unique;
      if (!key) throw new Error('the sample has a key');
      const many = Array.from({ length: 1000 }, (_, at) => aSlot({ groupNumber: at }));
      await insert(slots, ...many);
      const found = await slots.byKey(key, [...many].reverse());
      expect(found.map((one) => one?.groupNumber)).toEqual(many.map(({ groupNumber }) => groupNumber).reverse());
    });
  });

  describe('removing', () => {
    it('ignores missing records and also removes dependent ones', async () => {
      await insert(slots, aSlot({ shelfId: 2 }), aSlot({ shelfId: 1 }));
      await store.transactions.write(() => shelves.remove([2, 99]));
      expect((await stored(slots)).map(({ shelfId }) => shelfId)).toEqual([1]);
    });

    it('clears optional references and removes the ID from lists', async () => {
      const [id = 0] = await insert(boxes, aBox({ spareShelfId: 2, shelfIds: [2, 3] }));
      await store.transactions.write(() => shelves.remove([2]));
      expect((await boxes.byIds([id])).get(id)).toMatchObject({ spareShelfId: null, shelfIds: [3] });
    });

    it('is rejected if another kind of record needs one, which the error names', async () => {
      await insert(boxes, aBox({ shelfId: 3 }));
      const error = await refusal(store.transactions.write(() => shelves.remove([2, 3])));
      expect(error).toBeInstanceOf(InputRefused);
      expect(error.message).toContain('box items');
      expect((await stored(shelves)).map(({ id }) => id)).toEqual([1, 2, 3]);
    });

    it('removes records together that refer to each other', async () => {
      const [root = 0] = await insert(branches, aBranch({ name: 'root' }));
      const [twig = 0] = await insert(branches, aBranch({ name: 'twig', parentId: root }));
      expect((await refusal(store.transactions.write(() => branches.remove([root])))).message).toContain('branches');
      await store.transactions.write(() => branches.remove([root, twig]));
      expect(await stored(branches)).toEqual([]);
    });
  });

  it('return the keys of the records that they refer to', async () => {
    const [id = 0] = await insert(boxes, aBox({ shelfId: 2 }));
    expect((await boxes.byIds([id])).get(id)?.shelfCode).toBe('S-2');
    await store.transactions.write(() => shelves.update([aShelf(2, 'renamed')]));
    expect((await boxes.byIds([id])).get(id)?.shelfCode).toBe('renamed');
  });

  it('are found by the keys of any resource', async () => {
    const found = await store.references.ids('shelf', 'code', ['S-3', 's-3', 'S-1', 'S-3 ', 'nothing']);
    expect(Object.fromEntries(found)).toEqual({ 'S-1': 1, 'S-3': 3 });
  });

  it('return their keys for IDs that refer to them', async () => {
    const found = await store.references.keys('shelf', 'code', [3, 1, 3, 999]);
    expect(Object.fromEntries(found)).toEqual({ 1: 'S-1', 3: 'S-3' });
    expect((await store.references.keys('shelf', 'code', [])).size).toBe(0);
  });

  it('store exactly one of fifty equal records that are written concurrently', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => insert(slots, aSlot({ label: 'race' }))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(RowRefused);
    }
    expect(await stored(slots)).toHaveLength(1);
  });
});
