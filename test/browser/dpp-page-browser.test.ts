import { readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { aPublished, pagesApp, type PublicApp } from '../support/dpp-public.js';
import { SAMPLE_TEMPLATE } from '../support/dpp-template.js';
import { heavyBattery } from '../support/heavy-battery.js';

/** Path of a browser. `npm run verify:all` searches for one and reports if there is none. */
const BROWSER = process.env['CHROMIUM_PATH'];
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Folder for screenshots of the pages. None are taken by default. */
const PICTURES = process.env['PICTURES'];

const VIEW = {
  template_code: 'sample',
  espr_category: 'batteries',
  product_name: { en: 'PedalPro e-bike battery 36 V / 545 Wh', de: 'PedalPro E-Bike-Akku 36 V / 545 Wh' },
  gtin: '09524000010018',
  batch: 'L2026-38',
  serial: 'RP545-26-0004711',
  mpn: 'RP-545-C',
  country_of_origin: 'HU',
  hs_code: '85076000',
  granularity: 'item',
  valid_from: '2026-10-01',
  manufacturer: {
    name: 'Rheinpfad Energiespeicher GmbH',
    operator_id: '9524000000187',
    id_scheme: 'gln',
    address: 'Am Westkai 12, 70327 Stuttgart',
    country: 'DE',
    url: 'https://rheinpfad.example/',
  },
  issuer: { name: 'Acme Bikes Ltd', url: 'https://acme.example', operator_id: 'GB123456789000' },
  documents: [
    {
      kind: 'declaration_of_conformity',
      title: 'EU declaration of conformity RP-545-C',
      url: 'https://rheinpfad.example/doc/rp-545-c.pdf',
      language: 'de',
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    { kind: 'manual', title: 'User manual', url: 'https://rheinpfad.example/manual', language: 'en', sha256: null },
  ],
  dpp_payload: JSON.stringify(SAMPLE_TEMPLATE.example.dpp_payload),
};

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const HOSTILE = '"><img src=x onerror=alert(1)></script><script>alert(2)</script><!--';

const NICE = aPublished({
  templateCode: 'sample',
  granularity: 'item',
  view: VIEW,
  qrTarget: 'https://id.shop.example/01/09524000010018/21/RP545-26-0004711',
});
const WILD = aPublished({
  uuid: 'a1b2c3d4-0000-4000-8000-000000000001',
  sku: LONG,
  templateCode: 'sample',
  jsonld: JSON.stringify({ name: HOSTILE }, null, 2),
  view: {
    ...VIEW,
    product_name: { en: `${HOSTILE} ${LONG}` },
    mpn: HOSTILE,
    manufacturer: { ...VIEW.manufacturer, name: HOSTILE, address: LONG, url: `javascript:alert(3)` },
    documents: [{ kind: HOSTILE, title: LONG, url: 'javascript:alert(4)', language: 'x"y', sha256: HOSTILE }],
    dpp_payload: JSON.stringify({
      chemistry: HOSTILE,
      rated_capacity: 1234567.891234,
      critical_raw_materials: [LONG, HOSTILE],
      substances: [
        { name: LONG, cas: HOSTILE, location: LONG, share: 1 },
        { name: LONG, cas: LONG, location: LONG, share: 2 },
      ],
      carbon_footprint: { value: 1, class: LONG, study: 'javascript:alert(5)' },
      waste: { fr: HOSTILE },
      care: LONG,
    }),
  },
});

const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES === undefined) return;
  await page.screenshot({ path: `${PICTURES}/${name}-top.png` });
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};

const violations = async (page: Page): Promise<readonly unknown[]> => {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<{
    readonly violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
  }>('axe.run({ rules: { "target-size": { enabled: true } } })');
  return found.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
};

const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

if (BROWSER === undefined) {
  it('the page of a passport is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('the page of a passport in a browser (passports-public.md)', () => {
    let app: PublicApp;
    let browser: Browser;

    beforeAll(async () => {
      app = await pagesApp([NICE, WILD], [SAMPLE_TEMPLATE]);
      browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      await app.close();
    });

    interface Seen {
      readonly page: Page;
      readonly asked: readonly string[];
      readonly complaints: readonly string[];
    }

    const open = async (
      path: string,
      { width, scheme = 'light' }: { readonly width: number; readonly scheme?: 'light' | 'dark' },
      work: (seen: Seen) => Promise<void>,
    ): Promise<void> => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale: 'en' });
      const [asked, complaints]: [string[], string[]] = [[], []];
      try {
        const page = await context.newPage();
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (line) => complaints.push(line.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('dialog', (dialog) => {
          complaints.push(`dialog: ${dialog.message()}`);
          void dialog.dismiss();
        });
        await page.goto(app.base + path);
        await work({ page, asked, complaints });
        expect(await context.cookies()).toEqual([]);
      } finally {
        await context.close();
      }
    };

    describe.each([390, 1280])('at %i px', (width) => {
      it.each(['light', 'dark'] as const)(
        'sends no other request, logs nothing and is accessible in %s mode',
        async (scheme) => {
          await open(`/dpp/${NICE.uuid}`, { width, scheme }, async ({ page, asked, complaints }) => {
            await picture(page, `nice-${width}-${scheme}`);
            expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([`${app.base}/dpp/${NICE.uuid}`]);
            expect(complaints).toEqual([]);
            expect(await violations(page)).toEqual([]);
            expect(await overflow(page)).toBeLessThanOrEqual(0);
            expect(await page.title()).toContain('PedalPro');
          });
        },
        60_000,
      );

      it('shows markup as text and fits long words and tables', async () => {
        await open(`/dpp/${WILD.uuid}?lang=de`, { width }, async ({ page, complaints, asked }) => {
          await picture(page, `wild-${width}`);
          expect(complaints).toEqual([]);
          expect(asked.filter((url) => !url.startsWith('data:'))).toHaveLength(1);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          expect(await page.locator('img, script:not([type="application/ld+json"])').count()).toBe(0);
          expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
          expect(await page.textContent('h1')).toContain(HOSTILE);
          const scripts = page.locator('script');
          expect(await scripts.count()).toBe(1);
          expect(JSON.parse((await scripts.textContent()) ?? '')).toEqual({ name: HOSTILE });
          expect(await violations(page)).toEqual([]);
        });
      });

      it('is accessible if the passport does not exist', async () => {
        await open('/dpp/a1b2c3d4-0000-4000-8000-000000000009', { width }, async ({ page }) => {
          await picture(page, `none-${width}`);
          expect(await violations(page)).toEqual([]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
        });
      });
    });

    it('prints completely and without navigation', async () => {
      await open(`/dpp/${NICE.uuid}`, { width: 794 }, async ({ page }) => {
        await page.emulateMedia({ media: 'print' });
        await picture(page, 'print');
        expect(await page.locator('nav:visible, form:visible').count()).toBe(0);
        expect(await page.locator('.qr svg').isVisible()).toBe(true);
        const cut = await page.evaluate(
          `[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).length`,
        );
        expect(cut).toBe(0);
        if (PICTURES !== undefined) await page.pdf({ path: `${PICTURES}/print.pdf`, format: 'A4' });
      });
    });

    it('has a link to the content as the first keyboard stop', async () => {
      await open(`/dpp/${NICE.uuid}`, { width: 1280 }, async ({ page }) => {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('#content');
      });
    });
  });

  describe('the page of a battery in all languages, opened with a grant', () => {
    const GTIN = '09524000010018';
    let app: TestApp;
    let browser: Browser;
    let path: string;
    let token: string;

    beforeAll(async () => {
      app = await startApp();
      const passport = heavyBattery();
      const made = await app.good('POST', '/rest/V1/dpp/manage/passports', { passport });
      await app.good('POST', `/rest/V1/dpp/manage/passports/${made.passport_id}/publish`);
      ({ token } = await app.good('POST', '/rest/V1/dpp/manage/grants', {
        audience: 'legitimate_interest',
        for: { serials: [{ gtin: GTIN, serial: passport['serial'] }] },
        to: { name: 'Werkstatt Nord', email: 'pass@werkstatt.example' },
        purpose: 'Repair',
        until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      }));
      path = `${app.url}/dpp/${made.uuid}`;
      browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      await app.close();
    });

    const inContext = async (width: number, work: (page: Page) => Promise<void>): Promise<void> => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en' });
      try {
        await work(await context.newPage());
      } finally {
        await context.close();
      }
    };

    /** Enters the grant in the form of the page, as its holder does. */
    const entitle = async (page: Page): Promise<void> => {
      await page.goto(path);
      await page.fill('input[name=token]', token);
      await page.click('form button');
      await page.waitForSelector('text=Remove the grant');
    };

    it.each([320, 390, 1280])(
      'is accessible at %i px, with controls of at least 24 px',
      async (width) => {
        await inContext(width, async (page) => {
          await entitle(page);
          await picture(page, `battery-${width}`);
          expect(await page.textContent('main')).toContain('Dismantling');
          expect(await violations(page)).toEqual([]);
          expect(await overflow(page)).toBeLessThanOrEqual(0);
          const heights = await page
            .locator('button, .languages a, .links a, .contents a')
            .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
          expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
          await page.emulateMedia({ media: 'print' });
          expect(await page.locator('form:visible, .grant:visible').count()).toBe(0);
        });
      },
      60_000,
    );

    it('reports an invalid grant next to the form, in the selected language', async () => {
      await inContext(390, async (page) => {
        await page.goto(`${path}?lang=de`);
        await page.fill('input[name=token]', 'mistyped');
        await page.click('form button');
        const said = page.locator('[role=status]');
        await said.waitFor();
        await picture(page, 'battery-none');
        expect(await said.textContent()).toBe(
          'Diese Freigabe berechtigt zu keinen weiteren Informationen in diesem Pass.',
        );
        expect(await said.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(900);
        expect(await violations(page)).toEqual([]);
        expect(page.url()).not.toContain('mistyped');
      });
    });

    it('is smaller than 100 KB and has no render-blocking resources', async () => {
      await inContext(390, async (page) => {
        await entitle(page);
        const network = await page.context().newCDPSession(page);
        await network.send('Network.enable');
        await network.send('Network.clearBrowserCache');
        await network.send('Network.setCacheDisabled', { cacheDisabled: true });
        let transferred = 0;
        network.on('Network.loadingFinished', ({ encodedDataLength }) => (transferred += encodedDataLength));
        await page.goto(path, { waitUntil: 'load' });
        expect(await page.textContent('main')).toContain('Dismantling');
        const waitedFor = await page.evaluate<readonly string[]>(
          `performance.getEntriesByType('resource').filter((one) => one.renderBlockingStatus === 'blocking').map((one) => one.name)`,
        );
        if (PICTURES !== undefined) console.log({ transferred });
        expect(transferred).toBeGreaterThan(10_000);
        expect(transferred).toBeLessThan(100_000);
        expect(waitedFor).toEqual([]);
      });
    });
  });
}
