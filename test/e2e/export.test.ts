import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import type { Cell } from '../../src/import-export/domain/source-row.js';
import { changedRows, ExportRecords, ExportRefused, ImportRefused, RecordSink } from '../../src/import-export/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { badRows, exported, filesIn, imported, newFolder, removeExports } from '../support/export.js';
import { priceBook, removeBooks } from '../support/price-book.js';
import { runCli } from '../support/process.js';

afterAll(() => {
  removeExports();
  removeBooks();
});

const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
};

/** Calls a function before it takes the second file, and keeps only the number of rows of each file. */
class Watched extends RecordSink {
  readonly rows = new Map<string, number>();

  constructor(private readonly meanwhile: () => Promise<void>) {
    super();
  }

  async write(file: string, _columns: readonly string[], batches: AsyncIterable<readonly (readonly Cell[])[]>) {
    if (this.rows.size === 1) await this.meanwhile();
    let count = 0;
    for await (const rows of batches) count += rows.length;
    this.rows.set(file, count);
  }

  keep(): Promise<void> {
    return Promise.resolve();
  }
}

describeOnDatabases('export and import files', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ database });
  });
  afterAll(() => app.close());

  const post = async (path: string, wrapper: string, record: object): Promise<number> =>
    (await app.good('POST', `/rest/V1/${path}`, { [wrapper]: record })).id;
  const remove = (path: string, id: number): Promise<unknown> => app.good('DELETE', `/rest/V1/${path}/${id}`);

  /** The columns of each file, as docs/csv.md documents them. */
  const documented = (): Readonly<Record<string, string>> => {
    const [, name = '', nothing = ''] = ['', 'customer', ''];
    const customer = ['number', 'external_id', 'email', 'website_code'].map((part) => `${name}_${part}`).join(', ');
    const page = readFileSync(join(__dirname, '../../docs/csv.md'), 'utf8');
    const [, block = nothing] = /"block C" means the columns\s+`([^`]+)`/.exec(page) ?? [];
    return Object.fromEntries(
      [...page.matchAll(/^- `(\w+\.csv)`: (.+)$/gm)].map(([, file = '', columns = '']) => [
        file,
        columns
          .replace(/ \([^)]*\)/g, '')
          .replace('block C', block.replace(/\s+/g, ' '))
          .replace(/(^|, )customer(,|$)/, `$1${customer}$2`)
          .replaceAll(', ', ','),
      ]),
    );
  };

  it('have the documented columns', async () => {
    const files = filesIn(await exported(app));
    const headers = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.split('\n')[0]]));
    const { 'price_settings.csv': settings = '', ...rest } = headers;
    const { 'price_settings.csv': _settings, ...remaining } = documented();
    expect(rest).toEqual(remaining);
    expect(settings).toMatch(/website_code,customer_group_code,customer_number,/);
  });

  it('name categories in matrix conditions by external_id, and report unknown ones', async () => {
    const category = await post('commerce/categories', 'category', { name: 'Gifts', external_id: 'name:Gifts' });
    const matrix_id = await post('pricing/productcustomermatrix', 'productCustomerMatrix', { name: 'M', price: 1 });
    const path = 'pricing/productcustomermatrixattribute';
    const condition = { matrix_id, attribute_code: 'category_ids', attribute_value: String(category) };
    await post(path, 'productCustomerMatrixAttribute', condition);
    const gone = await post(path, 'productCustomerMatrixAttribute', { ...condition, attribute_value: '4711' });
    await expect(exported(app)).rejects.toThrow('category 4711 is referenced but does not exist');
    await remove(path, gone);
    const files = filesIn(await exported(app, ['pricing-matrix']));
    expect(files['matrix_condition.csv']).toMatch(/\nM,category_ids,,name:Gifts,,\n$/);
    const other = await imported(
      app,
      folderOf({
        'matrix_condition.csv':
          'matrix_name,attribute_code,attribute_value,category_external_id\n' +
          'M,category_ids,4711,\nM,category_ids,,name:Nothing\nM,color,,name:Gifts\nM,category_ids,1,name:Gifts\nM,color,red,\n',
      }),
    );
    expect(badRows(other)).toEqual([
      'matrix_condition.csv:2: "category_external_id" is required. Enter and try again.',
      'matrix_condition.csv:3: Invalid value of "name:Nothing" provided for the category_external_id field. Allowed: the external_id of an existing category.',
      'matrix_condition.csv:4: Invalid value of "name:Gifts" provided for the category_external_id field. Allowed: empty cells unless attribute_code is category_ids.',
      'matrix_condition.csv:5: Invalid value of "1" provided for the attribute_value field. Allowed: empty cells if category_external_id has a value.',
    ]);
    expect(changedRows(other)).toBe(1);
  });

  it('are not written if a record has no key, and the error names the record', async () => {
    const category = await post('commerce/categories', 'category', { name: 'Nameless' });
    const customer = await post('commerce/customers', 'customer', { first_name: 'Ada' });
    const folder = newFolder();
    await expect(exported(app)).rejects.toThrow(ExportRefused);
    await expect(exported(app)).rejects.toThrow(
      `customer ${customer} has no customer_number or external_id or email with website_id, so a file cannot reference it; set a value\n` +
        `category ${category} ("Nameless") has no external_id, so a file cannot reference it; set a value`,
    );
    expect(readdirSync(dirname(folder))).toEqual([]);
    await remove('commerce/categories', category);
    await remove('commerce/customers', customer);
  });

  it('are not written if categories form a cycle', async () => {
    const one = await post('commerce/categories', 'category', { name: 'One', external_id: 'one' });
    const two = await post('commerce/categories', 'category', { name: 'Two', external_id: 'two', parent_id: one });
    // No route allows a cycle.
    const [database, transactions] = [app.get<Database>(Database), app.get<Transactions>(Transactions)];
    await transactions.write(() => database.run('UPDATE category SET parent_id = ? WHERE id = ?', [two, one]));
    await expect(exported(app)).rejects.toThrow(`The categories with the IDs ${one}, ${two} form a cycle.`);
    // An existing cycle does not block other changes, nor the change that breaks it.
    await app.good('PUT', `/rest/V1/commerce/categories/${one}`, { category: { name: 'Uno', parent_id: two } });
    await app.good('PUT', `/rest/V1/commerce/categories/${one}`, { category: { parent_id: null } });
    await remove('commerce/categories', two);
    await remove('commerce/categories', one);
  });

  it('contain only the requested modules, and an unknown module is an error', async () => {
    expect(Object.keys(filesIn(await exported(app, ['pricing-customer'])))).toEqual(['customer_price.csv']);
    await expect(exported(app, ['pricing', 'access'])).rejects.toThrow(
      'The module "pricing" does not exist. Use one of commerce, pricing-customer, pricing-list, pricing-category, pricing-matrix, ' +
        'customer-documents.\nThe module "access" does not exist. Use one of',
    );
  });

  it('contain the records of one point in time', async () => {
    const customer_number = 'C-moment';
    const sink = new Watched(async () => {
      await post('commerce/customers', 'customer', { customer_number });
    });
    const { 'customer.csv': customers = '' } = filesIn(await exported(app));
    const before = customers.trim().split('\n').length;
    const rows = await app.get<ExportRecords>(ExportRecords).exportTo(sink, {});
    expect(rows.find(({ file }) => file === 'customer.csv')).toEqual({ file: 'customer.csv', rows: before - 1 });
    expect(filesIn(await exported(app))['customer.csv']).toContain(customer_number);
  });

  it('distinguish empty cells from empty text, and use the default for empty cells', async () => {
    const folder = folderOf({
      'customer.csv':
        'customer_number,first_name,last_name,is_active,website_code\nC-empty,"",,,\nC-short,x,y,0,admin\n,"",,,\n',
    });
    const report = await imported(app, folder);
    expect(badRows(report)).toEqual([
      'customer.csv:4: the row does not identify a record; enter a value in customer_number or external_id or email',
    ]);
    expect(changedRows(report)).toBe(2);
    expect(changedRows(await imported(app, folder))).toBe(0);
    expect(await app.good('GET', '/rest/V1/commerce/customers/number/C-empty')).toMatchObject({
      first_name: '',
      last_name: null,
      is_active: 1,
      website_id: 1,
    });
  });

  it('report bad rows by line, and a second row for the same record as bad', async () => {
    const rows = (count: number): string => Array.from({ length: count }, (_, at) => `G${at}\n`).join('');
    const folder = folderOf({
      'customer_group.csv': `code\n${rows(1500)}G7\n x \nG1400\nG1400\n`,
      'price_list_group.csv': 'pricelist_name,customer_group_code\nNowhere,G1\n,G1\n',
    });
    const report = await imported(app, folder);
    expect(badRows(report)).toEqual([
      'customer_group.csv:1502: the row refers to the same record as a previous row; remove one of the rows',
      'customer_group.csv:1503: Invalid value of " x " provided for the code field. Allowed: at least one character, without leading or trailing spaces.',
      'customer_group.csv:1504: the row refers to the same record as a previous row; remove one of the rows',
      'customer_group.csv:1505: the row refers to the same record as a previous row; remove one of the rows',
      'price_list_group.csv:2: Invalid value of "Nowhere" provided for the pricelist_name field. Allowed: the name of an existing price list.',
      'price_list_group.csv:3: "pricelist_name" is required. Enter and try again.',
    ]);
    expect(report.files[0]).toMatchObject({ rows: 1504, created: 1500, unchanged: 0, failed: 4 });
  });

  it('accept rows that take a unique value from another row, in any order', async () => {
    const price_lists = (one: number, two: number): string =>
      folderOf({ 'price_list.csv': `name,is_base_pricelist\nFirst,${one}\nSecond,${two}\n` });
    expect(badRows(await imported(app, price_lists(0, 1)))).toEqual([]);
    expect(badRows(await imported(app, price_lists(1, 0)))).toEqual([]);
    expect(changedRows(await imported(app, price_lists(1, 0)))).toBe(0);
    const folder = folderOf({ 'category.csv': 'name,external_id,parent_external_id\nA,a,\nB,b,a\nC,c,b\n' });
    expect([badRows(await imported(app, folder)), changedRows(await imported(app, folder))]).toEqual([[], 0]);
  });

  it.each([
    ['a file of another name', { 'products.csv': 'sku\n' }, /^products\.csv: the file name is unknown; use the names/],
    ['no file', {}, /^no files found; expected one or more of website\.csv, store\.csv/],
    ['a column of another name', { 'product.csv': 'sku,id\n' }, /product\.csv: the column "id" is unknown/],
  ])('are rejected with %s, before anything is stored', async (_name, files, reason) => {
    await expect(imported(app, folderOf(files))).rejects.toThrow(ImportRefused);
    await expect(imported(app, folderOf(files))).rejects.toThrow(reason);
  });
});

describe('kontor export, kontor import', () => {
  it('copy records between installations, and recognize the format by the file names', async () => {
    const app = await startApp();
    const settings = { DATABASE_URL: app.databaseUrl, JWT_SECRET: 'a secret of the tests, long enough' };
    try {
      const book = priceBook({ 'products.csv': ['A1,Red lantern,4.95,Lighting,red,metal'] });
      expect(await runCli(settings, ['import', book])).toMatchObject({ code: 0, stderr: '' });
      const folder = newFolder();
      const done = await runCli(settings, ['export', folder, '--area', 'commerce']);
      expect(done).toMatchObject({ code: 0, stderr: '' });
      expect(done.stdout).toMatch(/^product\.csv +1 row$/m);
      expect(readFileSync(join(folder, 'product.csv'), 'utf8')).toContain('A1,Red lantern,4.95,');
      const again = await runCli(settings, ['import', folder]);
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toMatch(/^product\.csv +1 row: 0 created, 0 updated, 1 unchanged, 0 failed$/m);
      expect(await runCli(settings, ['export', folder])).toMatchObject({
        code: 1,
        stderr: `${folder}: already exists and is not empty; choose another folder\n`,
      });
    } finally {
      await app.close();
    }
  });

  it('import a spreadsheet only with its dialect, which a dry run reports', async () => {
    const app = await startApp();
    const settings = { DATABASE_URL: app.databaseUrl, JWT_SECRET: 'a secret of the tests, long enough' };
    try {
      const folder = folderOf({ 'product.csv': 'sku;name;price\nS-1;S;4,95\n4,00638E+12;T;1\n' });
      const refused = await runCli(settings, ['import', folder]);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/dialect semicolon.*dialect=semicolon/),
      ]);
      const tried = await runCli(settings, ['import', folder, '--dry-run']);
      expect(tried.stderr).toMatch(/import it with --dialect semicolon\nproduct.csv:3: warning: sku .* rounded/);
      expect([tried.code, tried.stdout]).toEqual([0, expect.stringMatching(/2 created.*dry run/s)]);
      const read = await runCli(settings, ['import', folder, '--dialect', 'semicolon']);
      expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('2 created')]);
    } finally {
      await app.close();
    }
  });

  it('add and remove apostrophes before formulas only with --for-spreadsheets', async () => {
    const app = await startApp();
    const settings = { DATABASE_URL: app.databaseUrl, JWT_SECRET: 'a secret of the tests, long enough' };
    try {
      await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'A1', name: '=1+1' } });
      const [plain, guarded] = [newFolder(), newFolder()];
      for (const args of [[plain], [guarded, '--for-spreadsheets']])
        expect(await runCli(settings, ['export', '--area', 'commerce', ...args])).toMatchObject({ code: 0 });
      expect(readFileSync(join(plain, 'product.csv'), 'utf8')).toContain('A1,=1+1,');
      expect(readFileSync(join(guarded, 'product.csv'), 'utf8')).toContain("A1,'=1+1,");
      const rowsOf = async (...args: readonly string[]): Promise<string | undefined> =>
        /^product\.csv +(.*)$/m.exec((await runCli(settings, ['import', guarded, ...args])).stdout)?.[1];
      expect(await rowsOf('--for-spreadsheets')).toBe('1 row: 0 created, 0 updated, 1 unchanged, 0 failed');
      expect(await rowsOf()).toBe('1 row: 0 created, 1 updated, 0 unchanged, 0 failed');
    } finally {
      await app.close();
    }
  });
});
