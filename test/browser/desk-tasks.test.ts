import { readFileSync } from 'node:fs';
import { stories, STORY_MS } from './desk-demo.js';

const HEAD = 'customer_number;sku;value;qty;from_date;to_date';
/** A file as a German spreadsheet saves it, with two errors. The last row changes a price. */
const PRICES = [
  HEAD,
  '12347;22423;8,75;1;01.03.2027;31.03.2027',
  '12347;UNKNOWN-1;8,75;1;01.03.2027;31.03.2027',
  '99999;22423;8,75;1;01.03.2027;31.03.2027',
  '12348;22423;1.008,50;12;01.03.2027;31.03.2027',
  '12348;22720;4,50;1;01.03.2027;31.03.2027',
].join('\r\n');

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

stories('tasks in Desk', (scene) => {
  it(
    'imports a price file with errors',
    async () => {
      const { person, demo } = scene;
      const { page } = person;
      const { id } = await demo.ask('POST', '/V1/pricing/customerprice', {
        customerPrice: {
          customer_number: '12348',
          sku: '22720',
          value: 5,
          from_date: '2027-03-01',
          to_date: '2027-03-31',
        },
      });
      await person.open('/import', 'Import and export');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'customer_price.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(PRICES),
        });
      // The preview appears before anything is sent.
      await page
        .getByRole('table', { name: /File preview/ })
        .getByRole('row', { name: /12348.*1008\.50.*2027-03-01/ })
        .waitFor();
      await person.press('Dry run');
      await person.sees('This was a dry run. Nothing was stored.');
      const refused = page.getByRole('table', { name: 'Rejected rows' });
      await refused.getByRole('row', { name: /UNKNOWN-1/ }).waitFor();
      await refused.getByRole('row', { name: /99999/ }).waitFor();
      await page
        .getByRole('table', { name: 'Differences in the first changed rows' })
        .getByRole('row', { name: /6 .*customer_number 12348, sku 22720.* value 5 4\.5$/ })
        .waitFor();
      expect(await demo.ask('GET', `/V1/pricing/customerprice/${id}`)).toMatchObject({ value: 5 });
      await person.press('Import these rows');
      await page.getByText('This was a dry run. Nothing was stored.').waitFor({ state: 'detached' });
      await page.getByRole('table', { name: 'Outcome' }).waitFor();
      // The job is found again after a reload.
      await page.reload();
      await page.getByRole('table', { name: 'Outcome' }).waitFor();
      const download = page.waitForEvent('download');
      await person.press('Save refused.csv');
      expect((await download).suggestedFilename()).toBe('refused.csv');
      await demo.ask('DELETE', `/V1/pricing/customerprice/${id}`);
    },
    STORY_MS,
  );

  it(
    'assigns a certificate to three customers and checks who sees it',
    async () => {
      const { person, width } = scene;
      const { page } = person;
      await person.open('/documents', 'Documents');
      const name = `certificate-${width}`;
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: PDF });
      await person.sees('uploaded');
      await page.getByRole('link', { name: `${name}.pdf` }).click();
      await person.heading(`Document ${name}`);
      for (const number of ['12347', '12348', '12349']) await person.choose('Customers', number);
      await page.keyboard.press('Escape');
      await person.press('Save');
      await person.sees('Assigned customers: 3; customer groups: 0.');
      await person.choose('Check a customer', '12348');
      await person.sees('The customer can see the document:');
      await person.sees('it is assigned to the customer');
      await person.choose('Check a customer', '12350');
      await person.sees('The customer cannot see the document:');
    },
    STORY_MS,
  );

  it(
    'completes and publishes a battery passport',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const templates = await demo.ask('GET', '/V1/dpp/manage/templates/search?searchCriteria=');
      const { example } = templates.items.find(
        (one: { code: string; version: string }) => one.code === 'battery' && one.version === '2.0.0',
      );
      const { weight_kg: _weight, ...payload } = example.dpp_payload;
      const sku = `BAT-DESK-${width}`;
      const serial = `DESK-${width}`;
      await demo.ask('POST', '/V1/dpp/manage/passports', {
        passport: {
          ...example,
          sku,
          serial,
          template_code: 'battery',
          template_version: '2.0.0',
          dpp_payload: payload,
        },
      });
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search everything' }).fill(sku);
      await page.getByRole('button', { name: new RegExp(sku) }).click();
      await person.heading(`Passport ${sku}`);
      await page.getByRole('tab', { name: 'Completeness and readiness' }).click();
      await page
        .getByRole('table')
        .getByText(/weight/i)
        .first()
        .waitFor();
      await page.getByRole('tab', { name: 'Content' }).click();
      await page.getByRole('button', { name: /^Identity and product data/ }).click();
      await page.getByLabel(/^(Battery )?weight/i).fill('3');
      await person.press('Save');
      await person.sees(/Score 100 of 100/);
      await person.press('Publish');
      const link = page.getByRole('link', { name: 'Public page' });
      await link.waitFor();
      const address = new URL((await link.getAttribute('href')) ?? '', demo.url);
      expect((await fetch(address, { headers: { accept: 'text/html' } })).status).toBe(200);
    },
    STORY_MS,
  );

  it(
    'finds out who changed a price last week',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const { items } = await demo.ask('GET', '/V1/pricing/customerprice/search?searchCriteria[pageSize]=1');
      const [{ id, value, sku }] = items;
      const changed = `${width % 100}.7`;
      await demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value: Number(changed) } });
      await demo.ask('PUT', `/V1/pricing/customerprice/${id}`, { customerPrice: { value } });
      await person.open('/audit', 'Who changed what');
      await page.getByLabel('Records').selectOption({ label: 'Customer prices' });
      await page.getByLabel('By', { exact: true }).selectOption({ label: 'demo' });
      const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toLocaleDateString('en-GB');
      const enter = async (label: string, text: string): Promise<void> => {
        await page.getByRole('textbox', { name: label, exact: true }).fill(text);
        await page.keyboard.press('Enter');
      };
      await enter('From', day(14));
      await enter('To', day(8));
      await person.sees('No changes found.');
      await enter('From', day(7));
      await enter('To', day(-1));
      const entry = page.getByRole('button', { name: new RegExp(`demo changed.*REST.* ${id}: .*${sku}$`) });
      await entry.nth(1).click();
      await page
        .getByRole('table', { name: 'Changed fields' })
        .getByRole('row', { name: new RegExp(`^Value.*${changed}`) })
        .waitFor();
      await page
        .getByRole('link', { name: `Customer price ${id}` })
        .first()
        .click();
      await person.heading(/^Customer price/);
      await page.getByRole('link', { name: 'History' }).click();
      await person.sees(changed);
    },
    STORY_MS,
  );

  it(
    'previews a document, saves its file and shows who downloaded it',
    async () => {
      const { person, demo, width } = scene;
      const { page } = person;
      const { id: customer } = await demo.ask('GET', '/V1/commerce/customers/number/17850');
      const document = async (name: string, bytes: Buffer): Promise<number> => {
        const { id } = await demo.ask('POST', '/V1/customerdocuments', {
          document: { name: `${name} of ${width}`, customer_ids: [customer] },
        });
        await demo.ask('PUT', `/V1/customerdocuments/${id}/file`, {
          documentFile: { name, base64_encoded_data: bytes.toString('base64') },
        });
        return id;
      };
      const drawing = await document('drawing.png', PNG);
      await person.open(`/documents/${drawing}`, /^Document drawing/);
      await person.press('Preview');
      const image = page.getByRole('img', { name: 'drawing.png' });
      await image.waitFor();
      await page.waitForFunction('document.querySelector("img[alt=\'drawing.png\']").naturalWidth === 1');

      const certificate = await document('certificate.pdf', PDF);
      const path = `/customerdocuments/me/${certificate}/content`;
      expect((await demo.asCustomer(path)).status).toBe(200);
      await person.open(`/documents/${certificate}`, /^Document certificate/);
      await page.getByRole('table', { name: 'Downloads', exact: true }).getByRole('row', { name: /17850/ }).waitFor();
      await page.getByRole('img', { name: 'Downloads per day in the last 90 days' }).waitFor();
      const download = page.waitForEvent('download');
      await person.press('Save file');
      const file = await download;
      expect(file.suggestedFilename()).toBe('certificate.pdf');
      expect(readFileSync(await file.path()).equals(PDF)).toBe(true);
    },
    STORY_MS,
  );
});
