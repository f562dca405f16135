import type { IdOf } from './book.js';
import { madeInput, WHOLESALE_FILES } from './wholesale.js';

const fileNamed = (name: string) => {
  const found = WHOLESALE_FILES.find(({ file }) => file === name);
  if (!found) throw new Error(`no file ${name}`);
  return found;
};

/** Ids by resource and name, as the book finds or creates them. */
const IDS: Readonly<Record<string, number>> = {
  'customerGroup Retail': 4,
  'customerGroup Trade': 5,
  'category Tools': 7,
  'category Garden': 8,
  'customer C-1': 21,
  'priceList Spring': 31,
};

const idOf: IdOf = (resource, name) => IDS[`${resource} ${name}`] ?? 0;

describe('the files of a wholesale book', () => {
  it('are loaded after the files whose records they reference', () => {
    expect(WHOLESALE_FILES.map(({ file }) => file)).toEqual([
      'products.csv',
      'customers.csv',
      'tier_prices.csv',
      'price_lists.csv',
      'price_list_products.csv',
      'customer_prices.csv',
    ]);
  });

  it('create groups by code, and categories under an external ID', () => {
    expect(madeInput('customerGroup', 'Trade')).toEqual({ code: 'Trade' });
    expect(madeInput('category', 'Tools')).toEqual({ external_id: 'name:Tools', name: 'Tools' });
  });
});

describe('a product of a wholesale book', () => {
  const { names, input, key } = fileNamed('products.csv');
  const row = { sku: 'A', name: 'Saw', price: '9.50' };

  it('references each of its categories once', () => {
    const values = { ...row, categories: 'Tools|Garden|Tools' };
    expect(names(values)).toEqual([
      { resource: 'category', name: 'Tools', column: 'categories' },
      { resource: 'category', name: 'Garden', column: 'categories' },
    ]);
    expect(input(values, idOf)).toMatchObject({ sku: 'A', name: 'Saw', price: '9.50', category_ids: [7, 8] });
  });

  it('clears fields with empty cells and keeps fields without a column', () => {
    expect(names(row)).toEqual([]);
    expect(input(row, idOf)).toEqual({ ...row, attributes: {} });
    expect(input({ ...row, categories: '', color: '', material: 'steel' }, idOf)).toEqual({
      ...row,
      category_ids: [],
      attributes: { color: null, material: 'steel' },
    });
  });

  it('is identified by its SKU', () => {
    expect(key(row)).toBe(key({ ...row, name: 'Other' }));
    expect(key(row)).not.toBe(key({ ...row, sku: 'B' }));
  });
});

describe('a customer of a wholesale book', () => {
  it('belongs to the named group, and its country is not stored', () => {
    const { names, input } = fileNamed('customers.csv');
    const values = { customer_id: 'C-1', customer_group: 'Trade', country: 'GB' };
    expect(names(values)).toEqual([{ resource: 'customerGroup', name: 'Trade', column: 'customer_group' }]);
    expect(input(values, idOf)).toEqual({ customer_number: 'C-1', group_id: 5 });
  });
});

describe('a tier price of a wholesale book', () => {
  const { names, input, key } = fileNamed('tier_prices.csv');
  const row = { sku: 'A', customer_group: 'Retail', qty: '10', price: '8' };

  it('applies to one group on all websites', () => {
    expect(names(row)).toEqual([{ resource: 'customerGroup', name: 'Retail', column: 'customer_group' }]);
    expect(input(row, idOf)).toEqual({ sku: 'A', website_id: 0, customer_group_id: 4, qty: '10', value: '8' });
  });

  it('applies to every group with ALL GROUPS', () => {
    const all = { ...row, customer_group: 'ALL GROUPS' };
    expect(names(all)).toEqual([]);
    expect(input(all, idOf)).toMatchObject({ customer_group_id: null });
  });

  it('has the same key as another of the same quantity, however it is written', () => {
    expect(key(row)).toBe(key({ ...row, qty: '10.0', price: '7' }));
    expect(key(row)).not.toBe(key({ ...row, qty: '11' }));
    expect(key(row)).not.toBe(key({ ...row, customer_group: 'Trade' }));
  });
});

describe('a price list of a wholesale book', () => {
  const { names, input, following } = fileNamed('price_lists.csv');
  const row = { name: 'Spring', priority: '3', from_date: '2027-03-01', to_date: '', customer_groups: 'Retail|Trade' };

  it('is valid on all websites', () => {
    expect(input(row, idOf)).toEqual({
      ...{ name: 'Spring', priority: '3', website_id: 0 },
      ...{ from_date: '2027-03-01', to_date: '' },
    });
  });

  it('is followed by one record for each of its groups', () => {
    expect(names(row).map(({ name }) => name)).toEqual(['Retail', 'Trade']);
    expect(following?.resource).toBe('priceListGroup');
    expect(following?.inputs(row, 31, idOf)).toEqual([
      { pricelist_id: 31, customer_group_id: 4 },
      { pricelist_id: 31, customer_group_id: 5 },
    ]);
    expect(following?.inputs({ ...row, customer_groups: '' }, 31, idOf)).toEqual([]);
  });
});

describe('prices of a wholesale book', () => {
  it('belong to the list that they name', () => {
    const { names, input } = fileNamed('price_list_products.csv');
    const row = { price_list: 'Spring', sku: 'A', qty: '1', price: '7' };
    expect(names(row)).toEqual([{ resource: 'priceList', name: 'Spring', column: 'price_list' }]);
    expect(input(row, idOf)).toEqual({ pricelist_id: 31, sku: 'A', qty: '1', price: '7' });
  });

  it('belong to the customer that they name, each for its own period', () => {
    const { names, input, key } = fileNamed('customer_prices.csv');
    const row = { customer_id: 'C-1', sku: 'A', qty: '1', price: '6', from_date: '', to_date: '2027-12-31' };
    expect(names(row)).toEqual([{ resource: 'customer', name: 'C-1', column: 'customer_id' }]);
    expect(input(row, idOf)).toEqual({
      ...{ customer_id: 21, sku: 'A', website_id: 0, qty: '1', value: '6' },
      ...{ from_date: '', to_date: '2027-12-31' },
    });
    expect(key(row)).not.toBe(key({ ...row, from_date: '2027-06-01' }));
  });
});
