import { Refusal } from '../../../libs/kernel/index.js';
import {
  aCustomer,
  aWebsite,
  MemoryCustomerGroups,
  MemoryCustomers,
  MemoryStores,
  MemoryWebsites,
  SameSettings,
} from '../../../test/support/memory-commerce.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { Buyers } from './buyers.js';

const buyers = new Buyers(
  new MemoryCustomers([
    aCustomer({ id: 7, groupId: 3 }),
    aCustomer({ id: 8, websiteId: 2 }),
    aCustomer({ id: 9, isActive: 0 }),
  ]),
  new MemoryCustomerGroups([0, 1, 3]),
  new MemoryStores([
    { id: 0, websiteId: 0, code: 'admin' },
    { id: 1, websiteId: 1, code: 'default' },
    { id: 5, websiteId: 2, code: 'de' },
  ]),
  new MemoryWebsites([
    aWebsite({ id: 0 }),
    aWebsite({ id: 1, isDefault: 1 }),
    aWebsite({ id: 2, baseCurrency: 'GBP', timezone: 'Europe/London' }),
  ]),
  new SameSettings(),
);

const NOTHING: BuyerQuestion = {
  asker: 'integration',
  customerId: null,
  customerGroupId: null,
  storeId: null,
  websiteId: null,
  currency: null,
  path: undefined,
};

const asked = async (question: Partial<BuyerQuestion>) => {
  const { customerId, groupId, websiteId, currency } = await buyers.resolve({ ...NOTHING, ...question });
  return [customerId, groupId, websiteId, currency];
};

const refusalOf = async (question: Partial<BuyerQuestion>) => {
  try {
    await buyers.resolve({ ...NOTHING, ...question });
  } catch (error) {
    if (error instanceof Refusal) return [error.constructor.name, error.message];
    throw error;
  }
  throw new Error('no refusal');
};

describe('the buyer of a request', () => {
  const path = { storeId: 5, websiteId: 2 };

  it.each<[string, Partial<BuyerQuestion>, readonly unknown[]]>([
    ['is NOT LOGGED IN on the default website by default', {}, [null, 0, 1, 'EUR']],
    ['is on the default website for website 0', { websiteId: 0 }, [null, 0, 1, 'EUR']],
    ['is on the default website for store view 0', { storeId: 0 }, [null, 0, 1, 'EUR']],
    ['has the requested group', { customerGroupId: 3 }, [null, 3, 1, 'EUR']],
    ['has the group of the customer', { customerId: 7 }, [7, 3, 1, 'EUR']],
    ['is on the website of the customer', { customerId: 8 }, [8, 1, 2, 'GBP']],
    ['is on the website of the path', { path }, [null, 0, 2, 'GBP']],
    ['is on the requested website rather than that of the path', { websiteId: 1, path }, [null, 0, 1, 'EUR']],
    ['is on the website of the requested store view', { storeId: 5 }, [null, 0, 2, 'GBP']],
    ['has the requested currency', { websiteId: 2, currency: 'JPY' }, [null, 0, 2, 'JPY']],
    ['can be a customer of all websites on any website', { customerId: 7, websiteId: 2 }, [7, 3, 2, 'GBP']],
  ])('%s', async (_, question, buyer) => {
    expect(await asked(question)).toEqual(buyer);
  });

  it.each<[string, Partial<BuyerQuestion>, string, RegExp]>([
    ['an unknown customer', { customerId: 99 }, 'NoSuchEntity', /customer_id = 99/],
    ['a deactivated customer, as for an unknown one', { customerId: 9 }, 'NoSuchEntity', /customer_id = 9/],
    ['an unknown group', { customerGroupId: 2 }, 'NoSuchEntity', /customer_group_id = 2/],
    [
      'a group other than that of the customer',
      { customerId: 7, customerGroupId: 1 },
      'InputRefused',
      /customer_group_id/,
    ],
    ['an unknown store view', { storeId: 9 }, 'InputRefused', /store_id/],
    ['an unknown website', { websiteId: 9 }, 'InputRefused', /website_id/],
    ['a store view of another website', { storeId: 5, websiteId: 1 }, 'InputRefused', /website_id/],
    ['a customer of another website', { customerId: 8, websiteId: 1 }, 'InputRefused', /8 cannot buy on website 1/],
    [
      'a customer signed in on another website',
      { asker: 'customer', customerId: 8, path: { storeId: 1, websiteId: 1 } },
      'CustomerElsewhere',
      /not belong to website "w1"/,
    ],
  ])('is refused for %s', async (_, question, kind, says) => {
    const [refused, message] = await refusalOf(question);
    expect(refused).toBe(kind);
    expect(message).toMatch(says);
  });
});
