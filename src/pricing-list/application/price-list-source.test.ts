import { MemoryPriceListRows } from '../../../test/support/memory-prices.js';
import { aBuyer, aProduct } from '../../../test/support/pricing.js';
import type { World, WorldList } from '../../../test/reference/world.js';
import { PriceListSource } from './price-list-source.js';

const list = (id: number, parts: Partial<WorldList> = {}): WorldList => ({
  id,
  active: true,
  priority: 0,
  websiteId: 0,
  isBase: false,
  currency: null,
  from: null,
  to: null,
  customers: [],
  groups: [],
  ...parts,
});

const row = (id: number, listId: number, productId: number) => ({
  id,
  listId,
  productId,
  qty: '1',
  value: '10',
  type: 1,
  on: null,
  currency: null,
  from: null,
  to: null,
});

const source = new PriceListSource(
  new MemoryPriceListRows({
    lists: [
      list(1, { customers: [7] }),
      list(2, { groups: [1] }),
      list(3, { isBase: true }),
      list(4, { isBase: true, customers: [7] }),
      list(5, { customers: [7], active: false }),
      list(6, { customers: [7], websiteId: 9 }),
      list(7, { customers: [8] }),
    ],
    listRows: [1, 2, 3, 4, 5, 6, 7].map((id) => row(10 + id, id, 1)),
  } as unknown as World),
);

const buyer = aBuyer({ customerId: 7, groupId: 1, websiteId: 1 });

const loaded = async (depth: 'usable' | 'all', customerId: number | null = 7) => {
  const found = (await source.load({ ...buyer, customerId }, [aProduct({ id: 1 }), aProduct({ id: 2 })], depth)).get(1);
  return [found?.reached.map(({ list: { id } }) => id), found?.base.map(({ list: { id } }) => id)];
};

describe('the price lists of a buyer', () => {
  it('are customer, group and base lists; an assigned base list counts as both', async () => {
    expect(await loaded('usable')).toEqual([
      [1, 2, 4],
      [3, 4],
    ]);
  });

  it('include lists that cannot apply if an explanation is requested', async () => {
    expect(await loaded('all')).toEqual([
      [1, 2, 4, 5, 6],
      [3, 4],
    ]);
  });

  it('are those of the group for anonymous buyers', async () => {
    expect(await loaded('all', null)).toEqual([[2], [3, 4]]);
  });

  it('contain nothing for a product that is in no list', async () => {
    expect((await source.load(buyer, [aProduct({ id: 2 })], 'all')).has(2)).toBe(false);
  });
});
