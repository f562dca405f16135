import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { ManageAccounts } from '../../src/access/index.js';
import { startApp, type TestApp } from '../support/app.js';

/** Path of a browser. `npm run verify:all` searches for one and reports if there is none. */
const BROWSER = process.env['CHROMIUM_PATH'];
const CLIENT = join(__dirname, '..', '..', 'clients', 'typescript', 'src', 'index.ts');
const ADMIN = { username: 'ada', password: 'correct horse battery staple' };

/** Serves a page that contains only the client. */
const pageServer = async (): Promise<Server> => {
  const { outputFiles } = buildSync({
    entryPoints: [CLIENT],
    bundle: true,
    format: 'iife',
    globalName: 'client',
    platform: 'browser',
    write: false,
  });
  const page = `<!doctype html><title>Client</title><script>${outputFiles[0]?.text ?? ''}</script>`;
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

if (BROWSER === undefined) {
  it('the typed client is not tested in a page without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
} else {
  describe('the typed client in a page of another origin, without TLS', () => {
    let server: Server;
    let app: TestApp;
    let browser: Browser;
    let origin: string;

    beforeAll(async () => {
      server = await pageServer();
      origin = `http://shop.test:${(server.address() as AddressInfo).port}`;
      app = await startApp({ settings: { CORS_ORIGINS: origin } });
      await app.get<ManageAccounts>(ManageAccounts).createAdmin(ADMIN);
      const args = ['--no-sandbox', '--host-resolver-rules=MAP shop.test 127.0.0.1'];
      browser = await chromium.launch({ executablePath: BROWSER, args });
    });
    afterAll(async () => {
      await browser.close();
      server.close();
      await app.close();
    });

    it('signs in, writes, reads the version header and searches', async () => {
      const page = await browser.newPage();
      await page.goto(origin);
      const result = await page.evaluate(`(async () => {
        const kontor = new client.Kontor({ baseUrl: '${app.url}', credentials: { admin: ${JSON.stringify(ADMIN)} } });
        const made = await kontor.api.POST('/V1/commerce/products', {
          body: { product: { sku: 'A1', name: 'Lamp', price: '4.123456' } },
        });
        const { created } = await kontor.bulk('/V1/commerce/products/bulk', [{ sku: 'B2', name: 'Bulb' }]);
        const skus = (await kontor.search('/V1/commerce/products/search').all()).map(({ sku }) => sku);
        const refused = await kontor.ask('GET', '/V1/commerce/products/4711').catch(({ status }) => status);
        const isNamed = made.response.headers.has('X-Pricing-Version');
        return { isSecureContext, price: made.data.price, created, skus, refused, isNamed };
      })()`);
      expect(result).toEqual({
        isSecureContext: false,
        price: '4.123456',
        created: 1,
        skus: ['A1', 'B2'],
        refused: 404,
        isNamed: true,
      });
    });
  });
}
