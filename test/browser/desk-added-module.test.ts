import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { ROOMS } from '../../src/app.module.js';
import { CLUB_ROOM } from '../example-room/room.js';
import { ADMIN, startApp, type TestApp } from '../support/app.js';
import { BROWSER, NARROW, Person, STORY_MS, WIDE } from './desk-demo.js';

const JOB_PROGRAM = join(__dirname, '..', 'support', 'club-job-worker.ts');

if (BROWSER === undefined) {
  it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  let app: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp({ rooms: [...ROOMS, CLUB_ROOM], jobProgram: JOB_PROGRAM });
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'LANTERN', name: 'Lantern', price: 20 } });
    browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox'] });
  }, STORY_MS);
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it.each([WIDE, NARROW])(
    'Desk shows grid, form, history and import of a module without code in desk/ at $width px',
    async (viewport) => {
      const context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
      const person = new Person(app.url, context, await context.newPage());
      const { page } = person;
      const qty = viewport === WIDE ? 2 : 4;
      await page.goto(`${app.url}/desk`);
      await person.signIn(ADMIN.username, ADMIN.password);
      await page.getByRole('main').getByRole('link', { name: 'Club prices' }).click();
      await person.heading('Club prices');

      await page.getByRole('link', { name: 'New', exact: true }).click();
      await person.choose('Customer group', 'Club');
      await person.choose('Product', 'LANTERN');
      await page.getByRole('textbox', { name: 'From quantity' }).fill(String(qty));
      await page.getByRole('textbox', { name: 'Value' }).fill('18.5');
      await person.press('Save');
      await person.heading(/^Club price /);
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('row', { name: /^Value 18\.50/ }).waitFor();

      await person.open('/records/clubPrice', 'Club prices');
      await page
        .getByRole('row', { name: /Club.*LANTERN.*18\.50/ })
        .first()
        .waitFor();

      await person.open('/import', 'Import and export');
      const rows = ['customer_group_code,sku,value,qty', `Club,LANTERN,17,${qty + 1}`].join('\n');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'club_price.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
      await person.press('Dry run');
      await person.sees('This was a dry run. Nothing was stored.');
      await person.press('Import these rows');
      await page.getByText('This was a dry run. Nothing was stored.').waitFor({ state: 'detached' });
      await page.getByRole('table', { name: 'Outcome' }).waitFor();
      await person.open('/records/clubPrice', 'Club prices');
      await page.getByRole('row', { name: new RegExp(`LANTERN.*17\\.00.*${qty + 1}`) }).waitFor();
      expect(await person.overflow()).toBe(0);
      expect(person.complaints).toEqual([]);
      await person.leave();
    },
    STORY_MS,
  );
}
