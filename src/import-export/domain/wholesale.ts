import { type BookFile, keyOf, type MadeResource, type Named, type RecordInput, wordsOf } from './book.js';
import type { RowValues } from './source-row.js';

/**
 * The website that defines the currency and prices of the wholesale book, and to which its rows belong (running.md).
 */
export const WHOLESALE_WEBSITE = 1;
export const WHOLESALE_CURRENCY = 'GBP';
export const ALL_WEBSITES = 0;
const ALL_GROUPS = 'ALL GROUPS';

const cell = (values: RowValues, column: string): string => values[column] ?? '';

const one = (resource: Named['resource'], values: RowValues, column: string): Named => ({
  resource,
  name: cell(values, column),
  column,
});

const each = (resource: Named['resource'], values: RowValues, column: string): readonly Named[] =>
  wordsOf(values[column]).map((name) => ({ resource, name, column }));

/** An empty cell removes the attribute; a missing column does not change it. */
const attributes = (values: RowValues, columns: readonly string[]): RecordInput =>
  Object.fromEntries(
    columns.filter((column) => column in values).map((column) => [column, cell(values, column) || null]),
  );

/** Input for a record that a row refers to by name: finds or creates it. */
export const madeInput = (resource: MadeResource, name: string): RecordInput =>
  resource === 'customerGroup' ? { code: name } : { external_id: `name:${name}`, name };

const products: BookFile = {
  file: 'products.csv',
  columns: {
    required: ['sku', 'name', 'price'],
    optional: ['categories', 'color', 'material'],
    numbers: ['price'],
  },
  resource: 'product',
  key: keyOf('sku'),
  names: (values) => each('category', values, 'categories'),
  input: (values, idOf) => ({
    sku: values['sku'],
    name: values['name'],
    price: values['price'],
    ...('categories' in values
      ? { category_ids: wordsOf(values['categories']).map((name) => idOf('category', name)) }
      : {}),
    attributes: attributes(values, ['color', 'material']),
  }),
  columnOf: {
    category_ids: 'categories',
    'attributes.color': 'color',
    'attributes.material': 'material',
  },
};

/** The country is not stored (running.md). */
const customers: BookFile = {
  file: 'customers.csv',
  columns: { required: ['customer_id', 'customer_group'], optional: ['country'] },
  resource: 'customer',
  key: keyOf('customer_id'),
  names: (values) => [one('customerGroup', values, 'customer_group')],
  input: (values, idOf) => ({
    customer_number: values['customer_id'],
    group_id: idOf('customerGroup', cell(values, 'customer_group')),
  }),
  columnOf: { customer_number: 'customer_id', group_id: 'customer_group' },
};

const forAllGroups = (values: RowValues): boolean => values['customer_group'] === ALL_GROUPS;

const tierPrices: BookFile = {
  file: 'tier_prices.csv',
  columns: { required: ['sku', 'customer_group', 'qty', 'price'], numbers: ['qty', 'price'] },
  resource: 'productTierPrice',
  key: keyOf('sku', 'customer_group', 'qty'),
  names: (values) => (forAllGroups(values) ? [] : [one('customerGroup', values, 'customer_group')]),
  input: (values, idOf) => ({
    sku: values['sku'],
    website_id: ALL_WEBSITES,
    customer_group_id: forAllGroups(values) ? null : idOf('customerGroup', cell(values, 'customer_group')),
    qty: values['qty'],
    value: values['price'],
  }),
  columnOf: { customer_group_id: 'customer_group', value: 'price' },
};

const priceLists: BookFile = {
  file: 'price_lists.csv',
  columns: { required: ['name', 'priority'], optional: ['from_date', 'to_date', 'customer_groups'] },
  resource: 'priceList',
  key: keyOf('name'),
  names: (values) => each('customerGroup', values, 'customer_groups'),
  input: (values) => ({
    name: values['name'],
    priority: values['priority'],
    website_id: ALL_WEBSITES,
    from_date: values['from_date'],
    to_date: values['to_date'],
  }),
  following: {
    resource: 'priceListGroup',
    inputs: (values, id, idOf) =>
      wordsOf(values['customer_groups']).map((name) => ({
        pricelist_id: id,
        customer_group_id: idOf('customerGroup', name),
      })),
  },
  columnOf: {},
};

const priceListProducts: BookFile = {
  file: 'price_list_products.csv',
  columns: { required: ['price_list', 'sku', 'qty', 'price'], numbers: ['qty', 'price'] },
  resource: 'priceListProduct',
  key: keyOf('price_list', 'sku', 'qty'),
  names: (values) => [one('priceList', values, 'price_list')],
  input: (values, idOf) => ({
    pricelist_id: idOf('priceList', cell(values, 'price_list')),
    sku: values['sku'],
    qty: values['qty'],
    price: values['price'],
  }),
  columnOf: { pricelist_id: 'price_list' },
};

const customerPrices: BookFile = {
  file: 'customer_prices.csv',
  columns: {
    required: ['customer_id', 'sku', 'qty', 'price'],
    optional: ['from_date', 'to_date'],
    numbers: ['qty', 'price'],
  },
  resource: 'customerPrice',
  key: keyOf('customer_id', 'sku', 'qty', 'from_date', 'to_date'),
  names: (values) => [one('customer', values, 'customer_id')],
  input: (values, idOf) => ({
    customer_id: idOf('customer', cell(values, 'customer_id')),
    sku: values['sku'],
    website_id: ALL_WEBSITES,
    qty: values['qty'],
    value: values['price'],
    from_date: values['from_date'],
    to_date: values['to_date'],
  }),
  columnOf: { value: 'price' },
};

/** The files in an order in which their rows can be saved. */
export const WHOLESALE_FILES: readonly BookFile[] = [
  products,
  customers,
  tierPrices,
  priceLists,
  priceListProducts,
  customerPrices,
];
