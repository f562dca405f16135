import { readFileSync } from 'node:fs';
import { stories, STORY_MS } from './desk-demo.js';

/** For each kind of price: the fields to fill in, and the field to change afterwards. */
const KINDS: readonly (readonly [
  resource: string,
  title: string,
  entries: Readonly<Record<string, readonly ['choose' | 'fill', string]>>,
  changed: string,
])[] = [
  [
    'customerPrice',
    'Customer price',
    { Customer: ['choose', '12347'], Product: ['choose', '22423'], Value: ['fill', '8.75'] },
    'Value',
  ],
  [
    'productTierPrice',
    'Product tier price',
    { Product: ['choose', '22423'], 'From quantity': ['fill', '36'], Value: ['fill', '7.5'] },
    'Value',
  ],
  ['priceList', 'Price list', { Name: ['fill', 'Winter'] }, 'Priority'],
  [
    'priceListProduct',
    'Price list row',
    { 'Price list': ['choose', 'Autumn'], Product: ['choose', '22423'], Price: ['fill', '6.4'] },
    'Price',
  ],
  [
    'categoryPrice',
    'Category price of a customer',
    { Category: ['choose', 'Stationery'], Customer: ['choose', '12348'], Value: ['fill', '5'] },
    'Value',
  ],
  [
    'categoryPriceCustomerGroup',
    'Category price of a customer group',
    { Category: ['choose', 'Stationery'], 'Customer group': ['choose', 'General'], Value: ['fill', '5.5'] },
    'Value',
  ],
];
const ASSIGNMENTS: typeof KINDS = [
  [
    'priceListCustomer',
    'Customer assignment of a price list',
    { 'Price list': ['choose', 'Autumn'], Customer: ['choose', '12347'] },
    '',
  ],
  [
    'priceListGroup',
    'Group assignment of a price list',
    { 'Price list': ['choose', 'Autumn'], 'Customer group': ['choose', 'General'] },
    '',
  ],
];

stories('records of prices in Desk', (scene) => {
  const FILTER = 'searchCriteria[filter_groups][0][filters][0]';
  /** A name for each width, because all widths share a server. */
  const named = (name: string): string => `${name} ${scene.width}`;
  const find = async (path: string, [field, value]: readonly [field: string, value: string | number]) =>
    (await scene.demo.ask('GET', `/V1/pricing/${path}/search?${FILTER}[field]=${field}&${FILTER}[value]=${value}`))
      .items;

  it.each([...KINDS, ...ASSIGNMENTS])(
    'creates, changes and deletes a record and shows its history: %s',
    async (resource, title, entries, changed) => {
      const { person, demo } = scene;
      const { page } = person;
      if ('Price list' in entries && (await find('pricelist', ['name', named('Autumn')])).length === 0)
        await demo.ask('POST', '/V1/pricing/pricelist', { priceList: { name: named('Autumn') } });
      await page.goto(`${demo.url}/desk/records/${resource}`);
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await person.heading(`New: ${title}`);
      for (const [label, [how, text]] of Object.entries(entries)) {
        const value = /Autumn|Winter/.test(text) ? named(text) : text;
        if (how === 'choose') await person.choose(label, value);
        else await page.getByRole('textbox', { name: label, exact: true }).fill(value);
      }
      await person.press('Save');
      await person.heading(new RegExp(`^${title} `));
      await page.getByRole('button', { name: 'Delete' }).waitFor();
      if (changed !== '') {
        await page.getByRole('textbox', { name: changed, exact: true }).fill('9');
        await person.press('Save');
        await person.sees('Saved');
      }
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByText('created', { exact: true }).waitFor();
      if (changed !== '') await page.getByRole('row', { name: new RegExp(`^${changed} .*9(\\.00)?$`) }).waitFor();
      await page.getByRole('link', { name: 'Back to the record' }).click();
      await person.heading(new RegExp(`^${title} `));
      await person.press('Delete');
      const question = page.getByRole('dialog', { name: 'Delete this record?' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await person.sees(/^Deleted: /);
      await page.getByRole('link', { name: 'New', exact: true }).waitFor();
    },
    STORY_MS,
  );

  it(
    'edits a whole matrix in one form, with current matches and a check before saving',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      const name = named('Stationery for two');
      await person.open('/records/productCustomerMatrix', 'Product-customer matrices');
      await page.getByRole('link', { name: 'New', exact: true }).click();
      await person.heading('New matrix');
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('textbox', { name: 'Price', exact: true }).fill('0.35');

      await person.choose('Category', 'Stationery');
      await person.press('Add condition');
      const conditions = page.getByRole('table', { name: 'Conditions' });
      await conditions.getByText('The product is in the category Stationery and cards').waitFor();
      await person.sees(/^[1-9]\d* active products match/);
      for (const number of ['12347', '12348']) await person.choose('Add a customer', number);
      await person.sees('Today the matrix applies to 2 of 2 assigned customers.');
      await page.getByRole('textbox', { name: 'To: 12348' }).fill('31/12/2010');
      await page.keyboard.press('Tab');
      await person.sees('Today the matrix applies to 1 of 2 assigned customers.');

      // The check stores nothing and shows what saving would do.
      await person.press('Check');
      await person.sees('Customers: 2 added');
      expect(await find('productcustomermatrix', ['name', name])).toEqual([]);

      // Two SKUs match no product. The error of the server appears at the condition that it names.
      for (const sku of ['22423', '84406B']) {
        await page.getByLabel('Condition on').selectOption('SKU');
        await person.choose('SKU', sku);
        await person.press('Add condition');
      }
      await person.press('Save');
      await page.getByRole('alert').filter({ hasText: /sku/i }).waitFor();
      await person.press('Remove: The SKU is 84406B');
      await person.press('Remove: The SKU is 22423');

      // A reload keeps the entries.
      await page.reload();
      await person.sees('You have unsaved changes.');
      await person.press('Save');
      await person.heading(`Product-customer matrix ${name}`);
      const [{ id }] = await find('productcustomermatrix', ['name', name]);
      expect(await find('productcustomermatrixattribute', ['matrix_id', id])).toMatchObject([
        { attribute_code: 'category_ids' },
      ]);
      const customers = await find('productcustomermatrixcustomer', ['matrix_id', id]);
      expect(customers.map((one: { to_date: string | null }) => one.to_date)).toEqual([null, '2010-12-31']);

      // Someone else adds a customer meanwhile. Saving must not remove that customer unnoticed.
      await page.getByRole('textbox', { name: 'Priority' }).fill('7');
      const { id: third } = await demo.ask('GET', '/V1/commerce/customers/number/12349');
      await demo.ask('POST', '/V1/pricing/productcustomermatrixcustomer', {
        productCustomerMatrixCustomer: { matrix_id: id, customer_id: third },
      });
      await person.press('Save');
      await person.sees(/^Someone else changed this/);
      await page.getByRole('row', { name: /12349/ }).waitFor();
      await person.press('Save');
      await page.getByText('You have unsaved changes').waitFor({ state: 'detached' });
      expect(await find('productcustomermatrix', ['name', name])).toMatchObject([{ priority: 7 }]);
      expect(await find('productcustomermatrixcustomer', ['matrix_id', id])).toHaveLength(3);
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('row', { name: /^Priority.*7/ }).waitFor();
    },
    STORY_MS,
  );

  it(
    'counts products by an attribute that the search does not support',
    async () => {
      const { person, demo } = scene;
      await demo.ask('PUT', '/V1/commerce/products/sku/22423', {
        product: { attributes: { finish: ['matt', 'gloss'] } },
      });
      await person.open('/matrices/new', 'New matrix');
      await person.page.getByLabel('Condition on').selectOption('Other attribute');
      await person.page.getByLabel('Attribute code').fill('finish');
      await person.page.getByRole('textbox', { name: 'Value', exact: true }).fill('matt');
      await person.press('Add condition');
      await person.sees('finish is matt');
      await person.sees(/^1 of the first 3,000 active products match|^1 active products match/);
    },
    STORY_MS,
  );

  it(
    'edits one or many prices in the grid, undoes that, and deletes after confirmation',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      const list = await demo.ask('POST', '/V1/pricing/pricelist', { priceList: { name: named('Grid') } });
      for (const sku of ['22423', '84406B', '22720'])
        await demo.ask('POST', '/V1/pricing/pricelistproduct', {
          priceListProduct: { pricelist_id: list.id, sku, price: 5 },
        });
      const prices = async () =>
        (await find('pricelistproduct', ['pricelist_id', list.id])).map(({ price }: { price: number }) => price);
      await person.open(`/records/priceList/${list.id}`, `Price list ${named('Grid')}`);
      const grid = page.getByRole('table', { name: 'Price list rows' });
      await grid.getByRole('row').nth(3).waitFor();

      // One, by the keyboard: Enter saves.
      await grid.getByRole('button', { name: /^Edit/ }).first().click();
      await grid.getByRole('textbox', { name: 'Price', exact: true }).fill('4.25');
      await page.keyboard.press('Enter');
      await person.sees('Saved');
      expect((await prices()).sort()).toEqual([4.25, 5, 5]);
      await person.press('Undo');
      await person.sees('The previous values have been restored.');
      expect(await prices()).toEqual([5, 5, 5]);

      // A rejected value stays in its cell.
      await grid.getByRole('button', { name: /^Edit/ }).first().click();
      await grid.getByRole('textbox', { name: 'Price', exact: true }).fill('-4');
      await page.keyboard.press('Enter');
      await grid.locator('[aria-invalid=true]').waitFor();
      await page.keyboard.press('Escape');
      await grid.getByText('5.00').nth(2).waitFor();

      // The rows of the grid as a file.
      const download = page.waitForEvent('download');
      await person.press('Save as CSV');
      const file = await download;
      expect(file.suggestedFilename()).toBe('priceListProduct.csv');
      const csv = readFileSync(await file.path(), 'utf8');
      expect(csv).toMatch(/^\uFEFFid,pricelist_id,.*price/);
      expect(csv.trim().split('\n')).toHaveLength(4);

      // Many at once.
      await grid.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
      await person.sees('3 selected');
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Change 3 records' });
      await dialog.getByLabel('Field').selectOption('Price');
      await dialog.getByRole('textbox', { name: 'Price' }).fill('4.5');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await person.sees('3 records saved');
      expect(await prices()).toEqual([4.5, 4.5, 4.5]);
      await person.press('Undo');
      await person.sees('The previous values of 3 records have been restored.');
      expect(await prices()).toEqual([5, 5, 5]);

      // Deletion needs a confirmation, and Cancel deletes nothing.
      await grid
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check();
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete this record?' });
      await question.getByText(/A deletion cannot be undone/).waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      expect(await prices()).toHaveLength(3);
      await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await person.sees('1 deleted');
      expect(await prices()).toHaveLength(2);
    },
    STORY_MS,
  );
});
