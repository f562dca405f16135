import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CsvFolder } from '../../src/import-export/adapters/csv/csv-files.js';
import { changedRows, ImportBook, type ImportReport, ImportRefused } from '../../src/import-export/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { priceBook, removeBooks, type Rows } from '../support/price-book.js';

const BOOK: Rows = {
  'products.csv': ['A1,Red lantern,4.95,Lighting|Gifts,red,metal', 'B2,"Bowl, small",2.5,,,'],
  'customers.csv': ['C1,Iceland,Export', 'C2,United Kingdom,Wholesale UK'],
  'tier_prices.csv': ['A1,ALL GROUPS,12,4.25', 'A1,Export,12,4.10'],
  'price_lists.csv': ['Season 2010-12,10,2010-12-01,2010-12-31,Export|Wholesale UK', 'Open,5,,,'],
  'price_list_products.csv': ['Season 2010-12,B2,1,2.25', 'Open,A1,10,4.5'],
  'customer_prices.csv': ['C1,A1,1,4.00,2010-12-01,2010-12-31', 'C1,A1,1,3.90,2011-01-01,'],
};

afterAll(removeBooks);

const search = '?searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC';

describeOnDatabases('import of a price book', (database) => {
  let app: TestApp;
  beforeEach(async () => (app = await startApp({ database })));
  afterEach(() => app.close());

  const load = (rows: Rows, allOrNothing = false): Promise<ImportReport> =>
    app.get<ImportBook>(ImportBook).importFrom(new CsvFolder(priceBook(rows)), { allOrNothing });
  const all = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await app.good('GET', `/rest/V1/${path}/search${search}`)).items;
  const bad = ({ files }: ImportReport): readonly string[] =>
    files.flatMap(({ file, bad: rows }) => rows.map(({ line, reason }) => `${file}:${line}: ${reason}`));

  it('creates every record with its business key', async () => {
    const report = await load(BOOK);
    expect(bad(report)).toEqual([]);
    expect(report.settled).toEqual([
      'Base currency of website 1 (base): GBP (previously USD)',
      'price_select of website 0: sort_order (previously not set)',
    ]);
    expect(await app.good('GET', '/rest/V1/commerce/websites/1')).toMatchObject({ base_currency: 'GBP' });
    expect(await app.good('GET', '/rest/V1/commerce/priceSettings/0')).toEqual({ price_select: 'sort_order' });
    const categories = await all('commerce/categories');
    expect(categories).toMatchObject([
      { name: 'Lighting', external_id: 'name:Lighting' },
      { name: 'Gifts', external_id: 'name:Gifts' },
    ]);
    const [a1, b2] = await all('commerce/products');
    expect(a1).toMatchObject({
      sku: 'A1',
      name: 'Red lantern',
      price: 4.95,
      category_ids: categories.map(({ id }) => id),
      attributes: { color: 'red', material: 'metal' },
    });
    expect(b2).toMatchObject({ sku: 'B2', name: 'Bowl, small', price: 2.5, category_ids: [], attributes: {} });
    const groups = (await all('commerce/customerGroups')).filter(({ id }) => Number(id) > 1);
    expect(groups.map(({ code }) => code)).toEqual(['Export', 'Wholesale UK']);
    const [c1] = await all('commerce/customers');
    expect(c1).toMatchObject({ customer_number: 'C1', group_id: groups[0]?.['id'], website_id: 1 });
    expect(await all('commerce/productTierPrices')).toMatchObject([
      { sku: 'A1', customer_group_id: null, website_id: 0, qty: 12, value: 4.25 },
      { sku: 'A1', customer_group_id: groups[0]?.['id'], website_id: 0, qty: 12, value: 4.1 },
    ]);
    const [season, open] = await all('pricing/pricelist');
    expect(season).toMatchObject({ priority: 10, website_id: 0, from_date: '2010-12-01', to_date: '2010-12-31' });
    expect(open).toMatchObject({ name: 'Open', from_date: null, to_date: null });
    expect(await all('pricing/pricelistgroup')).toMatchObject(
      groups.map(({ id }) => ({ pricelist_id: season?.['id'], customer_group_id: id })),
    );
    expect(await all('pricing/pricelistproduct')).toMatchObject([
      { pricelist_id: season?.['id'], sku: 'B2', qty: 1, price: 2.25 },
      { pricelist_id: open?.['id'], sku: 'A1', qty: 10, price: 4.5 },
    ]);
    expect(await all('pricing/customerprice')).toMatchObject([
      { customer_id: c1?.['id'], sku: 'A1', website_id: 0, value: 4, from_date: '2010-12-01', to_date: '2010-12-31' },
      { customer_id: c1?.['id'], sku: 'A1', website_id: 0, value: 3.9, from_date: '2011-01-01', to_date: null },
    ]);
  });

  it('changes nothing on a second run, and only changed rows on a third', async () => {
    await load(BOOK);
    const [before] = await all('pricing/customerprice');
    const again = await load(BOOK);
    expect(changedRows(again)).toBe(0);
    expect(again.settled).toEqual([
      'Base currency of website 1 (base): GBP (unchanged)',
      'price_select of website 0: sort_order (unchanged)',
    ]);
    expect(await all('pricing/customerprice')).toContainEqual(before);
    const third = await load({
      ...BOOK,
      'products.csv': ['A1,Red lantern,5.05,Lighting,,metal', 'B2,"Bowl, small",2.50,,,'],
    });
    expect(changedRows(third)).toBe(1);
    const [a1] = await all('commerce/products');
    expect(a1).toMatchObject({ price: 5.05, category_ids: [expect.any(Number)], attributes: { material: 'metal' } });
  });

  const FAULTY: Rows = {
    'products.csv': [
      ...(BOOK['products.csv'] ?? []),
      ',No SKU,1,,,',
      'C3,Cup,12.3456789,,,',
      'D4,Dish',
      'A1,Twice,1,,,',
    ],
    'customers.csv': [...(BOOK['customers.csv'] ?? []), 'C3,France,'],
    'tier_prices.csv': ['NIX,ALL GROUPS,12,4.25', 'A1,,12,4.25', 'A1,ALL GROUPS,12.00,4', 'A1,ALL GROUPS,12,3'],
    'price_lists.csv': ['Bad,1000,,,', 'Backwards,1,2011-02-01,2011-01-01,', 'Never,1,2011-02-30,,'],
    'price_list_products.csv': ['Nowhere,A1,1,1', ',A1,1,1'],
    'customer_prices.csv': ['C9,A1,1,4.00,,', 'C1,A1,-1,4.00,,', 'C1,A1,1,x,,', 'C1,A1,1,4.00,01.12.2010,'],
  };

  it('reports bad rows by file, line and column, and stores the other rows', async () => {
    const report = await load(FAULTY);
    expect(bad(report)).toEqual([
      'products.csv:4: "sku" is required. Enter and try again.',
      'products.csv:5: Invalid value of "12.3456789" provided for the price field. Allowed: at most 6 decimal places.',
      'products.csv:6: the row has a different number of fields (2) than the header (6)',
      'products.csv:7: the row refers to the same record as line 2; remove one of the rows',
      'customers.csv:4: "customer_group" is required. Enter and try again.',
      'tier_prices.csv:2: Invalid value of "NIX" provided for the sku field. Allowed: the sku of an existing product.',
      'tier_prices.csv:3: "customer_group" is required. Enter and try again.',
      'tier_prices.csv:5: the row refers to the same record as line 4; remove one of the rows',
      'price_lists.csv:2: Invalid value of "1000" provided for the priority field. Allowed: whole numbers from 0 to 999.',
      'price_lists.csv:3: Invalid value of "2011-01-01" provided for the to_date field. Allowed: a date on or after from_date.',
      'price_lists.csv:4: Invalid value of "2011-02-30" provided for the from_date field. Allowed: valid dates in the format YYYY-MM-DD.',
      'price_list_products.csv:2: Invalid value of "Nowhere" provided for the price_list field. Allowed: the name of an existing price list.',
      'price_list_products.csv:3: "price_list" is required. Enter and try again.',
      'customer_prices.csv:2: Invalid value of "C9" provided for the customer_id field. Allowed: the customer_number of an existing customer.',
      'customer_prices.csv:3: Invalid value of "-1" provided for the qty field. Allowed: decimals from 0.0001 to 99999999.9999.',
      expect.stringMatching(/^customer_prices.csv:4: Error occurred during "price" processing. The "x"/),
      expect.stringMatching(/^customer_prices.csv:5: Error occurred during "from_date" processing/),
    ]);
    expect(report.files.map(({ rows, created, failed }) => [rows, created, failed])).toEqual([
      [6, 2, 4],
      [3, 2, 1],
      [4, 1, 3],
      [3, 0, 3],
      [2, 0, 2],
      [4, 0, 4],
    ]);
    expect((await all('commerce/products')).map(({ sku }) => sku)).toEqual(['A1', 'B2']);
  });

  it('stores nothing with --all-or-nothing if one row is bad', async () => {
    const report = await load({ ...BOOK, 'customer_prices.csv': ['C1,A1,1,4.00,,', 'C9,A1,1,4.00,,'] }, true);
    expect([report.rolledBack, bad(report).length]).toEqual([true, 1]);
    expect(await all('commerce/products')).toEqual([]);
    expect(await all('commerce/categories')).toEqual([]);
    expect(await app.good('GET', '/rest/V1/commerce/websites/1')).toMatchObject({ base_currency: 'USD' });
    expect((await load(BOOK, true)).rolledBack).toBe(false);
    expect(await all('pricing/customerprice')).toHaveLength(2);
  });

  it.each([
    ['an amount', { sku: 'X', name: 'X', msrp: 1 }],
    ['an amount on website 1', { sku: 'X', name: 'X', website_prices: [{ website_id: 1, price: 1 }] }],
  ])('is rejected while website 1 has a product with %s in another currency', async (_name, product) => {
    await app.good('POST', '/rest/V1/commerce/products', { product });
    await expect(load(BOOK)).rejects.toThrow(ImportRefused);
    await expect(load(BOOK)).rejects.toThrow(/in GBP, but website 1 \(base\) contains products priced in USD/);
    expect(await all('commerce/customers')).toEqual([]);
  });

  it('is rejected while a product has a tier price in another currency', async () => {
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'X', name: 'X' } });
    const productTierPrice = { sku: 'X', qty: 1, value: 1 };
    const { id } = await app.good('POST', '/rest/V1/commerce/productTierPrices', { productTierPrice });
    await expect(load(BOOK)).rejects.toThrow(ImportRefused);
    await app.good('DELETE', `/rest/V1/commerce/productTierPrices/${id}`);
    expect(bad(await load(BOOK))).toEqual([]);
  });

  it('writes nothing if a file is missing or has an unknown column', async () => {
    const folder = priceBook(BOOK);
    rmSync(join(folder, 'tier_prices.csv'));
    writeFileSync(join(folder, 'customer_prices.csv'), 'customer_id,sku,price,colour\n');
    await expect(
      app.get<ImportBook>(ImportBook).importFrom(new CsvFolder(folder), { allOrNothing: false }),
    ).rejects.toThrow(
      'tier_prices.csv: the file does not exist; add the file or correct the path\n' +
        'customer_prices.csv: the column "qty" is missing, the column "colour" is unknown; ' +
        'expected customer_id, sku, qty, price, from_date, to_date',
    );
    expect(await all('commerce/products')).toEqual([]);
    expect(await app.good('GET', '/rest/V1/commerce/websites/1')).toMatchObject({ base_currency: 'USD' });
  });

  it('stores 2,502 rows across several transactions', async () => {
    const skus = Array.from({ length: 2500 }, (_, index) => `S${index}`);
    const report = await load({
      ...BOOK,
      'products.csv': [...(BOOK['products.csv'] ?? []), ...skus.map((sku) => `${sku},Thing ${sku},1,Gifts,,`)],
    });
    expect(report.files[0]).toMatchObject({ rows: 2502, created: 2502, related: { category: 2 } });
    const { total_count } = await app.good('GET', `/rest/V1/commerce/products/search${search}`);
    expect(total_count).toBe(2502);
  });
});

describe('import without the price list module', () => {
  it('skips and reports the files of price lists', async () => {
    const app = await startApp({ addOns: ['pricing-customer', 'pricing-calc'] });
    const report = await app
      .get<ImportBook>(ImportBook)
      .importFrom(new CsvFolder(priceBook(BOOK)), { allOrNothing: true });
    expect(
      report.files.flatMap(({ file, passedOver }) => (passedOver === undefined ? [] : [file, passedOver])),
    ).toEqual([
      'price_lists.csv',
      'skipped: the module for this file is not installed; to import the file, add the module to ADD_ONS',
      'price_list_products.csv',
      'skipped: the module for this file is not installed; to import the file, add the module to ADD_ONS',
    ]);
    await app.close();
  });
});
