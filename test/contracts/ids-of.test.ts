import { Decimal, type Filter } from '../../libs/kernel/index.js';
import { openDatabase, type Persistence, migrate } from '../../libs/database/index.js';
import { describeOnDatabases, emptyDatabase, type TestDatabase } from '../support/databases.js';
import { shelf, slot } from './samples.js';
import { aSlot, describeOnStores, samples, type Store } from './stores.js';

const aShelf = { id: 0, code: 'A', name: null };
const above = (qty: number): readonly (readonly Filter[])[] => [
  [{ property: 'qty', condition: 'gt', values: [new Decimal(qty)] }],
];

describeOnStores('ids of all matches', (open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
    await store.records.recordsOf(shelf).insert([aShelf]);
  });
  afterAll(() => store.close());

  it('are complete and ascending', async () => {
    const slots = store.records.recordsOf(slot);
    const ids = await slots.insert(
      Array.from({ length: 2_500 }, (_, index) => aSlot({ qty: new Decimal(2_500 - index) })),
    );
    expect(await slots.idsOf([])).toEqual(ids.toSorted((one, other) => one - other));
    expect(await slots.idsOf(above(500))).toHaveLength(2_000);
    expect(await slots.idsOf(above(9_999))).toEqual([]);
  });
});

describeOnDatabases('ids of all matches, while others write', (kind) => {
  let database: TestDatabase;
  let one: Persistence;
  let other: Persistence;

  beforeAll(async () => {
    database = await emptyDatabase(kind);
    one = await openDatabase(database.url, samples());
    await migrate(one);
    other = await openDatabase(database.url, samples());
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await database.drop();
  });

  it('are locked in a write transaction, so that no one changes their rows until its end', async () => {
    await one.records.recordsOf(shelf).insert([aShelf]);
    const slots = one.records.recordsOf(slot);
    const [id = 0] = await slots.insert([aSlot({ qty: new Decimal(5) })]);
    const order: string[] = [];
    const change = () =>
      other.records
        .recordsOf(slot)
        .update([aSlot({ id, qty: new Decimal(6) })])
        .then(() => order.push('the other'));
    const changed = await one.transactions.write(async () => {
      expect(await slots.idsOf(above(4))).toEqual([id]);
      const done = change();
      // Enough time for the other update to finish if nothing blocked it.
      for (let asked = 0; asked < 100; asked += 1) await one.changes.version();
      order.push('the first');
      return { done };
    });
    await changed.done;
    expect(order).toEqual(['the first', 'the other']);
  });
});
