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

describe('the website that is asked for', () => {
  it.each([
    ['0, which stands for the default one', question(), undefined, undefined, 0],
    ["the customer's", question(), undefined, customer(3), 3],
    ["the path's before the customer's", question({ path: store(2) }), undefined, customer(3), 2],
    ["store 0 of the path before the customer's", question({ path: store(0) }), undefined, customer(3), 0],
    ["the named one before the path's", question({ path: store(2), websiteId: 4 }), undefined, customer(3), 4],
    ["the named store's before all", question({ path: store(2), websiteId: 4 }), store(5), customer(3), 5],
  ])('%s', (_, asked, named, who, website) => {
    expect(requestedWebsite(asked, named, who)).toBe(website);
  });
});

describe('store and website belong together', () => {
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
  ])('website %s, store %j: %s; website 1 is the default one', (websiteId, named, together) => {
    expect(storeFaults(question({ websiteId }), named, 1)).toEqual(
      together
        ? []
        : [{ kind: 'invalid', field: 'website_id', value: websiteId, rule: 'the website of the store view' }],
    );
  });
});

describe('who may buy', () => {
  it.each([
    [0, true],
    [1, true],
    [2, false],
  ])('a customer of website %i on website 1: %s', (websiteId, may) => {
    expect(buysOn(customer(websiteId), 1)).toBe(may);
  });

  it.each([
    [null, customer(1), true],
    [1, customer(1), true],
    [2, customer(1), false],
    [0, customer(1), false],
    [2, undefined, true],
  ])('group %s beside %j: %s', (customerGroupId, who, good) => {
    expect(groupFaults(question({ customerGroupId }), who)).toEqual(
      good
        ? []
        : [{ kind: 'invalid', field: 'customer_group_id', value: customerGroupId, rule: 'the group of the customer' }],
    );
  });
});
