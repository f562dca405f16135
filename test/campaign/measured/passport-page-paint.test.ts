import { type Browser, chromium } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { heavyBattery } from '../../support/heavy-battery.js';

/** Path of a browser. `npm run verify:all` searches for one and reports if there is none. */
const BROWSER = process.env['CHROMIUM_PATH'];
/** A slow mobile network: bytes per second, and latency in milliseconds. */
const DOWN = 1_600_000 / 8;
const LATENCY_MS = 150;

if (BROWSER === undefined) {
  it('the page of a passport is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('the page of a battery in all languages', () => {
    let app: TestApp;
    let browser: Browser;
    beforeAll(async () => {
      app = await startApp();
      browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      await app.close();
    });

    it('has its first paint within 1 s at 1.6 Mbit/s and 150 ms latency, without a cache', async () => {
      const made = await app.good('POST', '/rest/V1/dpp/manage/passports', { passport: heavyBattery() });
      await app.good('POST', `/rest/V1/dpp/manage/passports/${made.passport_id}/publish`);
      const { token } = await app.good('POST', '/rest/V1/dpp/manage/grants', {
        audience: 'legitimate_interest',
        for: { passport_ids: [made.passport_id] },
        to: { name: 'Werkstatt Nord', email: 'pass@werkstatt.example' },
        purpose: 'Repair',
        until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      });
      const path = `${app.url}/dpp/${made.uuid}`;
      const context = await browser.newContext({ viewport: { width: 390, height: 900 }, locale: 'en' });
      try {
        const page = await context.newPage();
        await page.goto(path);
        await page.fill('input[name=token]', token);
        await page.click('form button');
        await page.waitForSelector('text=Remove the grant');
        const network = await context.newCDPSession(page);
        await network.send('Network.enable');
        await network.send('Network.clearBrowserCache');
        await network.send('Network.setCacheDisabled', { cacheDisabled: true });
        await network.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: LATENCY_MS,
          downloadThroughput: DOWN,
          uploadThroughput: 750_000 / 8,
        });
        await page.goto(path, { waitUntil: 'load' });
        expect(
          await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`),
        ).toBeLessThan(1_000);
      } finally {
        await context.close();
      }
    });
  });
}
