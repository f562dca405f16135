/** Records that the crawl creates, by resource, in an order in which every referenced record already exists. */
export interface Stored {
  /** Below `/rest/V1/`. */
  readonly path: string;
  readonly wrapper: string;
  /** No record refers to the last one, because it is deleted in the end. */
  readonly bodies: readonly Body[];
  /** ID of the first record. The others have the following IDs. */
  readonly firstId: number;
  /** A valid additional row for a bulk call; without it, the resource has no bulk routes. */
  readonly row?: Body;
  /** A valid change of the first record. */
  readonly change: Body;
  /** Whether there is no `PUT` and no `GET` of a single record. */
  readonly onlyMade?: boolean;
}

export type Body = Readonly<Record<string, unknown>>;

export const PASSWORD = 'a password of the crawl';

const ROW = { qty: 5, price_application_type: 1, from_date: '2026-01-01', to_date: '2026-12-31' };

export const COMMERCE: readonly Stored[] = [
  {
    path: 'commerce/websites',
    wrapper: 'website',
    firstId: 2,
    bodies: [
      { code: 'second', name: 'Second', base_currency: 'EUR', timezone: 'Europe/Berlin' },
      { code: 'spare', name: 'Spare', base_currency: 'GBP', timezone: 'UTC' },
    ],
    row: { code: 'many', name: 'Many', base_currency: 'JPY', timezone: 'Asia/Tokyo' },
    change: { name: 'The second' },
  },
  {
    path: 'commerce/stores',
    wrapper: 'store',
    firstId: 2,
    bodies: [
      {
        code: 'german',
        name: 'German',
        website_id: 2,
        is_default: 1,
        locale: 'de_DE',
        issuer: { name: 'Acme Tools Ltd', url: 'https://acme.example', operator_id: 'GB123456789000' },
      },
      { code: 'spare', name: 'Spare', website_id: 1 },
    ],
    row: { code: 'many', name: 'Many', website_id: 1 },
    change: { name: 'Deutsch' },
  },
  {
    path: 'commerce/customerGroups',
    wrapper: 'customerGroup',
    firstId: 2,
    bodies: [{ code: 'Wholesale' }, { code: 'Spare' }],
    row: { code: 'Many' },
    change: { code: 'Wholesalers' },
  },
  {
    path: 'commerce/customers',
    wrapper: 'customer',
    firstId: 1,
    bodies: [
      {
        email: 'buyer@example.com',
        customer_number: 'C-1',
        group_id: 2,
        website_id: 1,
        first_name: 'Ada',
        last_name: 'Byron',
        password: PASSWORD,
        external_id: 'ERP-1',
      },
      { email: 'other@example.com', customer_number: 'C-2', website_id: 2, password: PASSWORD },
      { email: 'leaves@example.com', customer_number: 'C 3/ä', password: PASSWORD },
      {},
    ],
    row: { customer_number: 'C-MANY' },
    change: { first_name: 'Augusta' },
  },
  {
    path: 'commerce/categories',
    wrapper: 'category',
    firstId: 1,
    bodies: [{ name: 'Tools', external_id: 'name:Tools' }, { name: 'Drills', parent_id: 1 }, { name: 'Spare' }],
    row: { name: 'Many', external_id: 'name:Many' },
    change: { name: 'All tools' },
  },
  {
    path: 'commerce/products',
    wrapper: 'product',
    firstId: 1,
    bodies: [
      {
        sku: 'A1',
        name: 'Lantern',
        price: 10,
        special_price: 9.5,
        special_from: '2026-01-01',
        special_to: '2026-12-31',
        cost: 4.25,
        msrp: 12.99,
        category_ids: [1],
        attributes: { color: 'red', size: ['S', 'M'] },
        website_prices: [{ website_id: 2, price: 11 }],
      },
      { sku: 'B/2 ä', name: 'Drill', price: 99.99, category_ids: [2] },
      { sku: 'SPARE', name: 'Spare' },
    ],
    row: { sku: 'MANY', name: 'Many', price: 1 },
    change: { name: 'Lantern, red', attributes: { color: 'dark red', size: null } },
  },
  {
    path: 'commerce/productTierPrices',
    wrapper: 'productTierPrice',
    firstId: 1,
    bodies: [
      { product_id: 1, website_id: 0, customer_group_id: 1, qty: 10, value: 8.5 },
      { sku: 'B/2 ä', qty: 5, value: 90 },
      { product_id: 1, qty: 1000, value: 1 },
    ],
    row: { sku: 'A1', qty: 77, value: 7.7 },
    change: { value: 8.25 },
  },
  {
    path: 'commerce/salesEntities',
    wrapper: 'salesEntity',
    firstId: 1,
    bodies: [
      { entity_type: 'order', entity_id: 4711, increment_id: '000000042', customer_id: 1 },
      { entity_type: 'invoice', entity_id: 1 },
      { entity_type: 'shipment', entity_id: 1 },
    ],
    row: { entity_type: 'creditmemo', entity_id: 9 },
    change: { increment_id: '000000043' },
  },
];

export const PRICING: readonly Stored[] = [
  {
    path: 'pricing/customerprice',
    wrapper: 'customerPrice',
    firstId: 1,
    bodies: [
      { customer_id: 1, product_id: 1, value: 7.5, qty: 1, currency: 'USD', external_id: 'ERP-CP', source_version: 3 },
      { customer_id: 1, sku: 'B/2 ä', value: 15, ...ROW, price_application_type: 3, price_attribute: 'price' },
      { customer_id: 2, product_id: 1, value: 1, website_id: 2 },
    ],
    row: { customer_number: 'C-2', sku: 'A1', qty: 40, value: 4.95, external_id: 'ERP-MANY', source_version: 1 },
    change: { value: 7.25, source_version: 4 },
  },
  {
    path: 'pricing/categoryprice',
    wrapper: 'categoryPrice',
    firstId: 1,
    bodies: [
      { category_id: 1, customer_id: 1, value: 6, priority: 10, ...ROW },
      { category_id: 2, customer_id: 2, value: 6 },
    ],
    row: { category_id: 2, customer_number: 'C-1', qty: 3, value: 50 },
    change: { priority: 20 },
  },
  {
    path: 'pricing/categoryprice/customergroup',
    wrapper: 'categoryPriceCustomerGroup',
    firstId: 1,
    bodies: [
      { category_id: 1, customer_group_id: 2, value: 5.5, priority: 1 },
      { category_id: 2, customer_group_id: 0, value: 95 },
    ],
    row: { category_id: 2, customer_group_code: 'Wholesale', qty: 3, value: 55 },
    change: { value: 5.25 },
  },
  {
    path: 'pricing/pricelist',
    wrapper: 'priceList',
    firstId: 1,
    bodies: [
      { name: 'Retail 2026', priority: 10, from_date: '2026-01-01', to_date: '2026-12-31', external_id: 'ERP-L1' },
      { name: 'Wholesale', is_base_pricelist: 1, currency: 'USD' },
      { name: 'Spare', active: 0 },
    ],
    row: { name: 'Many', external_id: 'ERP-LM' },
    change: { priority: 11 },
  },
  {
    path: 'pricing/pricelistproduct',
    wrapper: 'priceListProduct',
    firstId: 1,
    bodies: [
      { pricelist_id: 1, product_id: 1, price: 8, qty: 1, external_id: 'ERP-LP1', source_version: 1 },
      { pricelist_id: 2, sku: 'B/2 ä', price: 80 },
      { pricelist_id: 3, product_id: 1, price: 1 },
    ],
    row: { pricelist_name: 'Retail 2026', sku: 'B/2 ä', price: 88, qty: 2 },
    change: { price: 7.99, source_version: 2 },
  },
  {
    path: 'pricing/pricelistcustomer',
    wrapper: 'priceListCustomer',
    firstId: 1,
    bodies: [
      { pricelist_id: 1, customer_id: 1 },
      { pricelist_id: 3, customer_id: 1 },
    ],
    row: { pricelist_name: 'Wholesale', customer_number: 'C-2' },
    change: { external_id: 'ERP-LC' },
  },
  {
    path: 'pricing/pricelistgroup',
    wrapper: 'priceListGroup',
    firstId: 1,
    bodies: [
      { pricelist_id: 2, customer_group_id: 2 },
      { pricelist_id: 3, customer_group_id: 0 },
    ],
    row: { pricelist_name: 'Wholesale', customer_group_code: 'General' },
    change: { external_id: 'ERP-LG' },
  },
  {
    path: 'pricing/productcustomermatrix',
    wrapper: 'productCustomerMatrix',
    firstId: 1,
    bodies: [
      { name: 'Garden 2026', priority: 10, price: 9, qty: 2, attributes_relation: 'AND', external_id: 'ERP-M1' },
      { name: 'Spare', price: 1, is_active: 0 },
    ],
    row: { name: 'Many', price: 3, external_id: 'ERP-MM' },
    change: { price: 8.75 },
  },
  {
    path: 'pricing/productcustomermatrixattribute',
    wrapper: 'productCustomerMatrixAttribute',
    firstId: 1,
    bodies: [
      { matrix_id: 1, attribute_code: 'color', attribute_value: 'red' },
      { matrix_id: 2, attribute_code: 'sku', attribute_value: 'A1' },
    ],
    row: { matrix_name: 'Garden 2026', attribute_code: 'size', attribute_value: 'M' },
    change: { attribute_value: 'dark red' },
  },
  {
    path: 'pricing/productcustomermatrixcustomer',
    wrapper: 'productCustomerMatrixCustomer',
    firstId: 1,
    bodies: [
      { matrix_id: 1, customer_id: 1, from_date: '2026-01-01' },
      { matrix_id: 2, customer_id: 2 },
    ],
    row: { matrix_name: 'Garden 2026', customer_number: 'C-2' },
    change: { to_date: '2026-12-31' },
  },
];

export const DOCUMENTS: readonly Stored[] = [
  {
    path: 'customerdocuments/category',
    wrapper: 'documentCategory',
    firstId: 1,
    bodies: [{ name: 'Data sheets' }, { name: 'Spare' }],
    change: { name: 'All data sheets' },
  },
  {
    path: 'customerdocuments',
    wrapper: 'document',
    firstId: 1,
    bodies: [
      { name: 'Contract', description: 'With two pages', category_id: 1, website_id: 1, customer_ids: [1] },
      { name: 'Data sheet', is_external: 1, external_url: 'https://docs.example/a.pdf', is_public: 1 },
      { name: 'Of a group', customer_group_ids: [2], valid_from: '2026-01-01', valid_to: '2026-12-31' },
      { name: 'Public', is_public: 1 },
      { name: 'Spare' },
    ],
    change: { name: 'The contract' },
  },
  {
    path: 'customerdocuments/customer',
    wrapper: 'documentCustomer',
    firstId: 2,
    bodies: [
      { document_id: 2, customer_id: 1 },
      { document_id: 5, customer_id: 2 },
    ],
    change: { customer_id: 1 },
  },
  {
    path: 'customerdocuments/customergroup',
    wrapper: 'customerGroup',
    firstId: 2,
    bodies: [
      { document_id: 2, customer_group_id: 1 },
      { document_id: 5, customer_group_id: 1 },
    ],
    change: { customer_group_id: 0 },
  },
  {
    path: 'customerdocuments/product',
    wrapper: 'documentProduct',
    firstId: 1,
    bodies: [
      { document_id: 1, product_id: 1, store_id: 0, position: 10 },
      { document_id: 4, product_id: 1 },
      { document_id: 5, product_id: 2 },
    ],
    change: { position: 5 },
  },
  {
    path: 'customerdocuments/links',
    wrapper: 'documentLink',
    firstId: 1,
    bodies: [
      { customer_document_id: 1, link_entity_type: 'order', link_entity_id: 4711 },
      { customer_document_id: 5, link_entity_type: 'invoice', link_entity_id: 1 },
    ],
    change: {},
    onlyMade: true,
  },
];

export const ACCESS: readonly Stored[] = [
  {
    path: 'access/roles',
    wrapper: 'role',
    firstId: 2,
    bodies: [{ name: 'Price clerks', resources: ['Test_Commerce::manage', 'Test_Commerce::save'] }, { name: 'Spare' }],
    change: { resources: ['Test_Commerce::manage'] },
  },
  {
    path: 'access/admins',
    wrapper: 'admin',
    firstId: 2,
    bodies: [
      { username: 'clerk', email: 'clerk@example.com', role_id: 2, password: PASSWORD },
      { username: 'leaves', email: 'leaves@example.com', role_id: 2, is_active: 0, password: PASSWORD },
    ],
    change: { email: 'clerks@example.com' },
  },
  {
    path: 'access/identities',
    wrapper: 'adminIdentity',
    firstId: 1,
    bodies: [
      { admin_id: 3, issuer: 'https://login.example', subject: '248289761001' },
      { admin_id: 3, issuer: 'https://login.example', subject: '248289761002' },
    ],
    change: { subject: '248289761003' },
  },
];
