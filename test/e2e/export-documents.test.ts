import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { changedRows, ExportRefused } from '../../src/import-export/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { databases, describeOnDatabases } from '../support/databases.js';
import { Documents } from '../support/documents.js';
import { badRows, exported, filesIn, imported, newFolder, removeExports } from '../support/export.js';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const VALUE = 'searchCriteria[filter_groups][0][filters][0][value]';
const AREA = ['customer-documents'];

afterAll(removeExports);

/** Creates a folder with these files, including subfolders. */
const folderOf = (files: Readonly<Record<string, string | Buffer>>): string => {
  const folder = newFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
};

const tree = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(tree(folder).map((path) => [path, readFileSync(join(folder, path), 'latin1')]));

describeOnDatabases('export and import of documents', (database) => {
  let app: TestApp;
  let documents: Documents;
  beforeAll(async () => {
    app = await startApp({ database });
    documents = new Documents(app);
    await shop();
  });
  afterAll(() => app.close());

  const post = async (path: string, wrapper: string, record: object): Promise<number> =>
    (await app.good('POST', `/rest/V1/${path}`, { [wrapper]: record })).id;

  /** Creates customers with a number or an e-mail address, a group, a product, an order, and documents for them. */
  const shop = async (): Promise<void> => {
    const group_id = await post('commerce/customerGroups', 'customerGroup', { code: 'Wholesale' });
    const ada = await post('commerce/customers', 'customer', { customer_number: 'C-1', group_id });
    const bob = await post('commerce/customers', 'customer', { email: 'bob@example.com', website_id: 1 });
    const product_id = await post('commerce/products', 'product', { sku: 'WS-1000', name: 'Lantern' });
    await post('commerce/salesEntities', 'salesEntity', { entity_type: 'order', entity_id: 4711, customer_id: ada });
    const category_id = await post('customerdocuments/category', 'documentCategory', { name: 'Data sheets' });
    const sheet = await documents.document({
      name: 'Sheet "A", =1+1',
      description: 'two\r\nlines',
      category_id,
      customer_ids: [ada, bob],
      customer_group_ids: [group_id],
      valid_from: '2026-01-31',
    });
    expect(await documents.putForm(sheet, 'datasheet ü.pdf', PDF)).toMatchObject({ status: 200 });
    const same = await documents.document({ name: 'The same bytes', website_id: 1, is_public: 1, description: '' });
    expect(await documents.putForm(same, 'other.pdf', PDF)).toMatchObject({ status: 200 });
    await documents.document({ name: 'Elsewhere', is_external: 1, external_url: 'https://docs.example/a.pdf' });
    await documents.document({ name: 'The same bytes' });
    await post('customerdocuments/product', 'documentProduct', { document_id: sheet, product_id, position: 3 });
    await post('customerdocuments/links', 'documentLink', {
      customer_document_id: sheet,
      link_entity_type: 'order',
      link_entity_id: 4711,
    });
  };

  it('change nothing at the source, and reproduce everything in an empty installation', async () => {
    const folder = await exported(app);
    const same = await imported(app, folder);
    expect([badRows(same), changedRows(same)]).toEqual([[], 0]);
    const other = await startApp({ database: databases().find((kind) => kind !== database) ?? database });
    try {
      expect(badRows(await imported(other, folder))).toEqual([]);
      const again = await exported(other);
      expect(contents(again)).toEqual(contents(folder));
      expect(changedRows(await imported(other, folder))).toBe(0);
      const search = '/rest/V1/customerdocuments/search?searchCriteria[pageSize]=9';
      const { items } = await other.good('GET', search);
      expect(items.map(({ file }: { file: { name: string } | null }) => file?.name ?? null)).toEqual([
        'datasheet ü.pdf',
        'other.pdf',
        null,
        null,
      ]);
      expect(items[0]).toMatchObject({ customer_ids: [1, 2], customer_group_ids: [2] });
    } finally {
      await other.close();
    }
  });

  it('identify documents by name and website, and other records by business keys', async () => {
    const folder = await exported(app, AREA);
    const files = filesIn(folder);
    expect(Object.keys(files)).toEqual([
      'document.csv',
      'document_category.csv',
      'document_customer.csv',
      'document_customer_group.csv',
      'document_link.csv',
      'document_product.csv',
    ]);
    expect(files['document_customer.csv']).toBe(
      'document_name,document_website_code,customer_number,customer_external_id,customer_email,customer_website_code\n' +
        '"Sheet ""A"", =1+1",admin,C-1,,,\n' +
        '"Sheet ""A"", =1+1",admin,,,bob@example.com,base\n',
    );
    expect(files['document_customer_group.csv']).toMatch(/^"Sheet ""A"", =1\+1",admin,Wholesale$/m);
    expect(files['document_product.csv']).toMatch(/^"Sheet ""A"", =1\+1",admin,WS-1000,admin,3$/m);
    expect(files['document_link.csv']).toMatch(/^"Sheet ""A"", =1\+1",admin,order,4711$/m);
    expect(tree(folder).filter((path) => path.startsWith('files/'))).toEqual([
      expect.stringMatching(/^files\/[0-9a-f]{64}\/datasheet ü\.pdf$/),
      expect.stringMatching(/^files\/[0-9a-f]{64}\/other\.pdf$/),
    ]);
  });

  it('fail if two documents of a website have the same name', async () => {
    const [one, two] = [await documents.document({ name: 'Twice' }), await documents.document({ name: 'Twice' })];
    await expect(exported(app)).rejects.toThrow(ExportRefused);
    await expect(exported(app)).rejects.toThrow(
      `document ${one} ("Twice") cannot be referenced by a file: several documents of this website have the same name; rename all but one of them\n` +
        `document ${two} ("Twice") cannot be referenced by a file: several documents of this website have the same name; rename all but one of them`,
    );
    for (const id of [one, two]) await app.good('DELETE', `/rest/V1/customerdocuments/${id}`);
  });

  it('accept handwritten files with names, files and e-mail addresses', async () => {
    const folder = folderOf({
      'document.csv': 'name,is_public,file\nManual,1,manuals/manual.pdf\nNo file,,\n',
      'manuals/manual.pdf': PDF,
      'document_customer.csv': 'document_name,customer_email\nNo file,BOB@example.com\n',
    });
    const report = await imported(app, folder);
    expect([badRows(report), changedRows(report)]).toEqual([[], 3]);
    expect(changedRows(await imported(app, folder))).toBe(0);
    writeFileSync(join(folder, 'manuals/manual.pdf'), Buffer.concat([PDF, Buffer.from('\n')]));
    const { files } = await imported(app, folder);
    expect(files.find(({ file }) => file === 'document.csv')).toMatchObject({ updated: 1, unchanged: 1, failed: 0 });
    const filter = 'searchCriteria[filter_groups][0][filters][0][field]=name';
    const { items } = await app.good('GET', `/rest/V1/customerdocuments/search?${filter}&${VALUE}=Manual`);
    expect(Buffer.from(await (await documents.content(items[0].id)).arrayBuffer())).toHaveLength(PDF.length + 1);
  });

  it('reject a path outside the folder, and store nothing of its row', async () => {
    const folder = folderOf({ 'document.csv': 'name,file\nA,../secret.pdf\n' });
    writeFileSync(join(dirname(folder), 'secret.pdf'), PDF);
    const report = await imported(app, folder);
    expect(badRows(report)).toEqual([
      'document.csv:2: file "../secret.pdf": is not a path inside the folder; use a relative path without ".."',
    ]);
    expect(changedRows(report)).toBe(0);
  });

  it('apply the upload policy, and report errors by line', async () => {
    const folder = folderOf({
      'document.csv':
        'name,file,is_external,external_url\nA,a.pdf,,\nB,b.php.pdf,,\nC,c.pdf,,\nC,c.pdf,,\nD,c.pdf,1,https://x.example/\n',
      'a.pdf': 'no PDF at all',
      'b.php.pdf': PDF,
      'c.pdf': PDF,
      'document_customer.csv': 'document_name,customer_number\nNowhere,C-1\nC,C-9\n',
      'document_link.csv': 'customer_document_name,link_entity_type,link_entity_id\nC,order,1\nC,parcel,1\n',
    });
    const report = await imported(app, folder);
    expect(badRows(report)).toEqual([
      'document.csv:5: the row refers to the same record as line 4; remove one of the rows',
      expect.stringMatching(/^document\.csv:2: file: /),
      expect.stringMatching(/^document\.csv:3: file: /),
      expect.stringMatching(/^document\.csv:6: file: Document \d+ is external/),
      'document_customer.csv:2: Invalid value of "Nowhere" provided for the document_name field. Allowed: the name of an existing document.',
      'document_customer.csv:3: Invalid value of "C-9" provided for the customer_number field. Allowed: the customer_number of an existing customer.',
      'document_link.csv:2: Invalid value of "1" provided for the link_entity_id field. Allowed: the entity_id of an existing order.',
      'document_link.csv:3: Invalid value of "parcel" provided for the link_entity_type field. Allowed: order, invoice, shipment, creditmemo.',
    ]);
    const all = await imported(app, folder, true);
    expect(all.rolledBack).toBe(true);
  });
});
