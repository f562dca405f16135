import { type BuyerQuestion, buysOn, groupFaults, storeFaults, requestedWebsite } from './buyer-question.js';

const question = (parts: Partial<BuyerQuestion> = {}): BuyerQuestion => ({
  asker: 'integration',
  customerId: null,
  customerGroupId: null,
  storeId: null,
  websiteId: null,
  currency: null,
  path: undefined,
  ...parts,
});

const store = (websiteId: number) => ({ storeId: 10 + websiteId, websiteId });
const customer = (websiteId: number) => ({ websiteId, groupId: 1 });

describe('the requested website', () => {
  it.each([
    ['is 0, the default website, if nothing else is known', question(), undefined, undefined, 0],
    ['is that of the customer', question(), undefined, customer(3), 3],
    ['is that of the path rather than that of the customer', question({ path: store(2) }), undefined, customer(3), 2],
    [
      'is 0 for store view 0 of the path rather than that of the customer',
      question({ path: store(0) }),
      undefined,
      customer(3),
      0,
    ],
    [
      'is the named one rather than that of the path',
      question({ path: store(2), websiteId: 4 }),
      undefined,
      customer(3),
      4,
    ],
    [
      'is that of the named store view before all others',
      question({ path: store(2), websiteId: 4 }),
      store(5),
      customer(3),
      5,
    ],
  ])('%s', (_, asked, named, who, website) => {
    expect(requestedWebsite(asked, named, who)).toBe(website);
  });
});

describe('website and store view', () => {
  it.each([
    [null, store(2), true],
    [2, undefined, true],
    [2, store(2), true],
    [3, store(2), false],
    [0, store(0), true],
    [1, store(0), true],
    [0, store(1), true],
    [2, store(0), false],
    [0, store(2), false],
  ])('match for website %s and store view %j: %s (default website: 1)', (websiteId, named, together) => {
    expect(storeFaults(question({ websiteId }), named, 1)).toEqual(
      together
        ? []
        : [{ kind: 'invalid', field: 'website_id', value: websiteId, rule: 'the website of the store view' }],
    );
  });
});

describe('the customer of a request', () => {
  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('of website %i may buy on website 1: %s', (websiteId, may) => {
    expect(buysOn(customer(websiteId), 1)).toBe(may);
  });

  it.each([
    [null, customer(1), true],
    [1, customer(1), true],
    [2, customer(1), false],
    [0, customer(1), false],
    [2, undefined, true],
  ])('may be combined with group %s for %j: %s', (customerGroupId, who, good) => {
    expect(groupFaults(question({ customerGroupId }), who)).toEqual(
      good
        ? []
        : [{ kind: 'invalid', field: 'customer_group_id', value: customerGroupId, rule: 'the group of the customer' }],
    );
  });
});
