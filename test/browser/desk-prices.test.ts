import { stories, STORY_MS } from './desk-demo.js';

stories('prices in Desk', (scene) => {
  const WHERE = 'searchCriteria[filter_groups][0][filters][0]';
  const stored = async () =>
    (await scene.demo.ask('GET', `/V1/pricing/customerprice/search?${WHERE}[field]=value&${WHERE}[value]=9.99`)).items;

  it(
    'explains a price to a customer on the phone',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search everything' }).fill('why');
      await page.getByRole('button', { name: 'Why this price' }).last().click();
      await person.heading('Why this price');
      await person.choose('Products (SKU)', '84406B');
      await page.keyboard.press('Escape');
      await person.choose('Customer', '17850');
      await page.getByRole('textbox', { name: 'Quantity' }).fill('8');
      await page.getByRole('textbox', { name: 'Day' }).fill('01/12/2010');
      await page.keyboard.press('Enter');
      await person.sees('22.00 GBP for 8 · 33.73 % below the list price');
      const candidates = page.getByRole('table', { name: 'Candidates' });
      await candidates.getByRole('row', { name: /Customer price.*2\.75 GBP.*chosen/ }).waitFor();
      await candidates.getByRole('row', { name: /Season 2010-12.*3\.25 GBP.*another price wins/ }).waitFor();
      await page.getByRole('img', { name: /Calculation of the price of 2\.75 GBP/ }).waitFor();
      await page
        .getByRole('table', { name: 'Price over time' })
        .getByRole('row', { name: /1 Jan 2011.*3\.25/ })
        .waitFor();

      // The link shows the same to someone else.
      const colleague = await demo.person(scene.viewport);
      await colleague.page.goto(page.url());
      await colleague.sees('22.00 GBP for 8 · 33.73 % below the list price');
      await colleague.leave();

      await person.press('Compare side by side');
      const second = page.getByRole('group', { name: 'Second' });
      await second.getByText('Not signed in').click();
      await page.getByRole('region', { name: 'Second' }).getByText('4.15 GBP').first().waitFor();

      await page
        .getByRole('link', { name: /^Customer price: 17850, 84406B$/ })
        .first()
        .click();
      await person.heading(/^Customer price/);
    },
    STORY_MS,
  );

  it(
    'previews a new customer price from a given day before it is saved',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      await person.open('/what-if', 'What if');
      await person.choose('Customers', '12347');
      await page.keyboard.press('Escape');
      await person.choose('Products (SKU)', '22423');
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Day' }).fill('07/12/2026');
      await page.keyboard.press('Enter');
      const prices = page.getByRole('table', { name: 'Prices before and after' });
      await prices.waitFor();
      await person.press('Add a record');
      await page.getByRole('menuitem', { name: 'Customer price', exact: true }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Value').fill('9.99');
      await form.getByLabel('From', { exact: true }).fill('07/12/2026');
      await page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Apply' }).click();
      await prices.getByText('9.99 GBP').waitFor();
      expect(await stored()).toEqual([]);

      // A reload keeps the change.
      await page.reload();
      await prices.getByText('9.99 GBP').waitFor();
      await person.press('Save these changes');
      await person.sees('The change has been saved.');
      const items = await stored();
      expect(items).toMatchObject([{ sku: '22423', value: 9.99, from_date: '2026-12-07' }]);
      await demo.ask('DELETE', `/V1/pricing/customerprice/${items[0].id}`);
    },
    STORY_MS,
  );

  it(
    'previews the price without a record and discards the change',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      await person.open('/what-if', 'What if');
      await person.choose('Customers', '17850');
      await page.keyboard.press('Escape');
      await person.choose('Products (SKU)', '84406B');
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'Quantity' }).fill('8');
      await page.getByRole('textbox', { name: 'Day' }).fill('01/12/2010');
      await page.keyboard.press('Tab');
      const records = page.getByRole('table', { name: 'Records that determine these prices' });
      const leave = records.getByRole('button', { name: /^Leave out: Customer price \d+: 17850, 84406B$/ });
      const [, id = ''] = /(\d+):/.exec((await leave.getAttribute('aria-label')) ?? '') ?? [];
      await leave.click();
      const prices = page.getByRole('table', { name: 'Prices before and after' });
      await prices.getByRole('row', { name: /2\.75 GBP.*3\.25 GBP/ }).waitFor();
      expect(await demo.ask('GET', `/V1/pricing/customerprice/${id}`)).toMatchObject({ value: 2.75 });
      await person.press('Discard all');
      await person.sees('Change or leave out a record above, or add a record.');
      expect(await demo.ask('GET', `/V1/pricing/customerprice/${id}`)).toMatchObject({ value: 2.75 });
    },
    STORY_MS,
  );

  it(
    'replays invoices and shows which lines match and which differ',
    async () => {
      const { person } = scene;
      const { page } = person;
      const lines = [
        'invoice,date,customer_id,sku,qty,unit_price',
        'I-1,2010-12-01,17850,84406B,8,2.75',
        'I-2,2010-12-01,17850,84406B,8,3.00',
      ];
      await person.open('/check-up', 'Check-up');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'invoices.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
      const result = page.getByRole('table', { name: 'Result' });
      await result.getByRole('row', { name: /^equal 1$/ }).waitFor();
      await page
        .getByRole('table', { name: 'Differences' })
        .getByRole('row', { name: /I-2.* 3(\.0+)? 2\.75/ })
        .waitFor();
    },
    STORY_MS,
  );
});
