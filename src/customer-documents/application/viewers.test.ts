import { CustomerElsewhere, NotSignedIn } from '../../../libs/kernel/index.js';
import {
  aCustomer,
  aWebsite,
  MemoryCustomers,
  MemoryStores,
  MemoryWebsites,
} from '../../../test/support/memory-commerce.js';
import { Viewers } from './viewers.js';

const websites = new MemoryWebsites([
  aWebsite({ id: 0 }),
  aWebsite({ id: 1, isDefault: 1, timezone: 'Pacific/Auckland' }),
  aWebsite({ id: 2, timezone: 'America/New_York' }),
  aWebsite({ id: 3 }),
]);
const stores = new MemoryStores([
  { id: 1, websiteId: 1, code: 'default' },
  { id: 5, websiteId: 2, code: 'us' },
]);
const customers = new MemoryCustomers([
  aCustomer({ id: 7, groupId: 3 }),
  aCustomer({ id: 8, websiteId: 2 }),
  aCustomer({ id: 9, isActive: 0 }),
  aCustomer({ id: 10, websiteId: 3 }),
]);
// Already June 15 in Auckland, still June 14 in New York.
const viewers = new Viewers(customers, websites, stores, { now: () => new Date('2026-06-15T02:00:00Z') });

const there = { storeId: 5, websiteId: 2 };

describe('Viewers', () => {
  it.each([
    ['of all websites views the default website without a path', 7, undefined, [true, 1, 1, '2026-06-15']],
    ['of all websites views the website of the path', 7, there, [true, 2, 5, '2026-06-14']],
    ['of one website views that website without a path', 8, undefined, [true, 2, 5, '2026-06-14']],
    ['of one website may not enter another', 8, { storeId: 1, websiteId: 1 }, [false, 1, 1, '2026-06-15']],
    ['who is deactivated may not enter', 9, undefined, [false, 1, 1, '2026-06-15']],
    ['of a website without a store view gets store view 0', 10, undefined, [true, 3, 0, '2026-06-15']],
  ] as const)('a customer %s', async (_, id, path, expected) => {
    const viewing = await viewers.customer(id, path);
    const { customer, websiteId, today } = viewing?.viewer ?? {};
    expect([customer?.mayEnter, websiteId, viewing?.storeId, today]).toEqual(expected);
  });

  it('an anonymous caller views the store view of the path on its local date', async () => {
    expect(await viewers.anonymous(there)).toEqual({
      viewer: { customer: undefined, websiteId: 2, today: '2026-06-14' },
      storeId: 5,
    });
  });

  it.each([
    ['unknown', 99],
    ['deactivated', 9],
  ] as const)('a token of a customer who is %s is rejected', async (_, id) => {
    await expect(viewers.signedIn(id, undefined)).rejects.toBeInstanceOf(NotSignedIn);
  });

  it('a customer of another website gets an error that names that website', async () => {
    const elsewhere = viewers.signedIn(8, { storeId: 1, websiteId: 1 });
    await expect(elsewhere).rejects.toEqual(new CustomerElsewhere('w1'));
  });
});
