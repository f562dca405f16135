import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER, DeskDemo, type Person } from './desk-demo.js';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'docs', 'pictures');
/** `PICTURES=1` takes the pictures of README again. */
const ARE_MADE = process.env['PICTURES'] === '1';
const MOST_BYTES = 300 * 1024;

const PICTURES: readonly (readonly [name: string, draw: (person: Person, demo: DeskDemo) => Promise<void>])[] = [
  [
    'why-this-price',
    async (person) => {
      await person.open('/why', 'Why this price');
      await person.choose('Products (SKU)', '84406B');
      await person.page.keyboard.press('Escape');
      await person.choose('Customer', '17850');
      await person.page.getByRole('textbox', { name: 'Quantity' }).fill('8');
      await person.page.getByRole('textbox', { name: 'Day' }).fill('01/12/2010');
      await person.page.keyboard.press('Enter');
      const picture = person.page.getByRole('img', { name: /Calculation of the price of 2\.75 GBP/ });
      await picture.waitFor();
      await person.page
        .getByText('22.00 GBP for 8')
        .first()
        .evaluate((text) => text.scrollIntoView({ block: 'start' }));
    },
  ],
  [
    'passport-form',
    async (person, demo) => {
      const { items } = await demo.ask(
        'GET',
        '/V1/dpp/manage/passports/search?searchCriteria[filter_groups][0][filters][0][field]=template_code&searchCriteria[filter_groups][0][filters][0][value]=battery&searchCriteria[pageSize]=1',
      );
      await person.open(`/passports/${items[0].passport_id}`, /./);
      await person.page
        .getByRole('button', { name: /answered/ })
        .nth(1)
        .click();
    },
  ],
  [
    'who-sees-a-document',
    async (person, demo) => {
      const { items } = await demo.ask('GET', '/V1/customerdocuments/search?searchCriteria[pageSize]=1');
      await person.open(`/documents/${items[0].id}`, /^Document/);
      await person.choose('Check a customer', '17850');
      await person.sees('The customer can see the document:');
      await person.page
        .getByText('The customer can see the document:')
        .first()
        .evaluate((text) => text.scrollIntoView({ block: 'center' }));
    },
  ],
];

if (BROWSER === undefined) {
  it('Desk is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('the pictures of Desk in README', () => {
    let demo: DeskDemo;
    beforeAll(async () => {
      demo = await DeskDemo.start();
      mkdirSync(FOLDER, { recursive: true });
    }, 600_000);
    afterAll(() => demo.stop());

    it.each(PICTURES)(
      'show a screen that exists: %s',
      async (name, draw) => {
        const person = await demo.person({ width: 1000, height: 620 });
        await draw(person, demo);
        const image = await person.page.screenshot({ animations: 'disabled' });
        if (ARE_MADE) writeFileSync(join(FOLDER, `${name}.png`), image);
        await person.leave();
        expect(image.length).toBeGreaterThan(10_000);
        expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`(docs/pictures/${name}.png)`);
      },
      300_000,
    );

    it('have at most 300 KB in total', () => {
      const bytes = PICTURES.map(([name]) => statSync(join(FOLDER, `${name}.png`)).size);
      expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST_BYTES);
    });
  });
}
