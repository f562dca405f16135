import { type Browser, chromium, type Page } from 'playwright-core';
import { type SampleApp, sampleApp } from '../support/memory/app.js';

/** Path of a browser. `npm run verify:all` searches for one and reports if there is none. */
const BROWSER = process.env['CHROMIUM_PATH'];

if (BROWSER === undefined) {
  it('the documentation page is not tested without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('the documentation page (wire.md §7)', () => {
    let sample: SampleApp;
    let browser: Browser;
    let page: Page;
    const asked: { readonly url: string; readonly authorization: string | undefined }[] = [];
    const complaints: string[] = [];

    beforeAll(async () => {
      sample = await sampleApp();
      browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
      page = await browser.newPage();
      page.on('request', (request) => {
        asked.push({ url: request.url(), authorization: request.headers()['authorization'] });
      });
      page.on('console', (line) => {
        if (line.type() === 'error') complaints.push(line.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${sample.base}/swagger`);
      await page.waitForSelector('.opblock-tag');
    }, 60_000);
    afterAll(async () => {
      await browser.close();
      await sample.close();
    });

    it('shows the operations, sends no request elsewhere and logs no error', () => {
      expect(
        asked.map(({ url }) => url).filter((url) => !url.startsWith(sample.base) && !url.startsWith('data:')),
      ).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('sends an entered token as a bearer token', async () => {
      await page.click('.auth-wrapper .authorize');
      await page.fill('.auth-container input', 'admin:all');
      await page.click('.auth-btn-wrapper .authorize');
      await page.click('.auth-btn-wrapper .btn-done');
      await page.click('[data-tag="Others"]');
      await page.click('[data-path="/V1/samples/shelves/search"]');
      await page.click('.try-out__btn');
      const answered = page.waitForResponse((response) => response.url().includes('/shelves/search'));
      await page.click('.execute');
      const response = await answered;
      expect([response.status(), await response.json()]).toEqual([200, expect.objectContaining({ total_count: 0 })]);
      expect(new URL(response.url()).pathname).toBe('/rest/V1/samples/shelves/search');
      expect(asked.at(-1)?.authorization).toBe('Bearer admin:all');
      expect(complaints).toEqual([]);
    }, 60_000);
  });
}
