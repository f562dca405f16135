import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.js';
import { Documents } from '../support/documents.js';

const run = promisify(execFile);
const CATALOGUE = join(__dirname, '../../demo/documents/catalogue.pdf');
const VIEWER = join(__dirname, '../../node_modules/pdfjs-dist/build');
const PAGES = 82;

/** Path of a browser. `npm run verify:all` searches for one and reports if there is none. */
const BROWSER = process.env['CHROMIUM_PATH'];

/** A page on the origin of the API, with a viewer that loads only the ranges that it shows. */
const PAGE = '<!doctype html><title>viewer</title><script src="/viewer/pdf.js"></script><canvas></canvas>';

interface AskedRange {
  readonly range: string | undefined;
  readonly status: number;
  readonly contentRange: string | undefined;
  readonly bytes: number;
}

describe('a document read in parts (documents.md)', () => {
  let app: TestApp;
  let documents: Documents;
  let bytes: Buffer;
  let link: string;
  let id: number;

  beforeAll(async () => {
    app = await startApp();
    documents = new Documents(app);
    bytes = await readFile(CATALOGUE);
    const customer = await app.customer();
    id = await documents.document({ customer_ids: [customer.id] });
    expect((await documents.putForm(id, 'catalogue.pdf', bytes)).status).toBe(200);
    const { url } = await app.good('POST', `/rest/V1/customerdocuments/me/${id}/link`, undefined, customer.token);
    link = new URL(String(url), app.url).href;
  });
  afterAll(() => app.close());

  it('is resumed by curl, and the server sends only the rest', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-test-curl-'));
    try {
      const file = join(folder, 'catalogue.pdf');
      for (const have of [1, 100_000, bytes.length - 1]) {
        await writeFile(file, bytes);
        await truncate(file, have);
        const { stdout } = await run('curl', [
          '-sS',
          '-C',
          '-',
          '-o',
          file,
          '-w',
          '%{http_code} %{size_download}',
          link,
        ]);
        expect(stdout).toBe(`206 ${bytes.length - have}`);
        expect((await readFile(file)).equals(bytes)).toBe(true);
      }
      // If the file is complete, curl requests a range after its end.
      const { stdout } = await run('curl', ['-s', '-C', '-', '-o', file, '-w', '%{http_code}', link]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('416');
      expect((await readFile(file)).equals(bytes)).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is not downloaded again by curl if its ETag is the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kontor-test-curl-'));
    try {
      const [file, tag] = [join(folder, 'a.pdf'), join(folder, 'etag')];
      const ask = async () =>
        (await run('curl', ['-sS', '--etag-compare', tag, '--etag-save', tag, '-o', file, '-w', '%{http_code}', link]))
          .stdout;
      expect([await ask(), await ask()]).toEqual(['200', '304']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  if (BROWSER === undefined) {
    it('is not tested in a browser without CHROMIUM_PATH', () => expect(BROWSER).toBeUndefined());
  } else {
    describe('by a browser, page by page through a link', () => {
      let browser: Browser;
      let page: Page;
      const asked: AskedRange[] = [];

      beforeAll(async () => {
        browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'], timeout: 120_000 });
        page = await browser.newPage();
        page.setDefaultTimeout(120_000);
        page.on('response', (response) => {
          if (response.url() !== link) return;
          const headers = response.headers();
          asked.push({
            range: response.request().headers()['range'],
            status: response.status(),
            contentRange: headers['content-range'],
            bytes: Number(headers['content-length']),
          });
        });
        await page.route(`${app.url}/viewer/**`, (route) => {
          const name = new URL(route.request().url()).pathname.slice('/viewer/'.length);
          return name === ''
            ? route.fulfill({ contentType: 'text/html', body: PAGE })
            : route.fulfill({ contentType: 'text/javascript', path: join(VIEWER, name) });
        });
        await page.goto(`${app.url}/viewer/`);
      }, 240_000);
      afterAll(() => browser.close());

      /** Opens the document once and draws one page of it. Returns the words on that page. */
      const show = (
        number: number,
      ): Promise<{ readonly pages: number; readonly text: string; readonly dark: number }> =>
        page.evaluate(
          async ([url, wanted]) => {
            // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what the script of the viewer leaves in the page
            const scope = globalThis as any;
            const library = scope.pdfjsLib;
            library.GlobalWorkerOptions.workerSrc = '/viewer/pdf.worker.js';
            scope.opened ??= library.getDocument({
              url,
              disableAutoFetch: true,
              disableStream: true,
              rangeChunkSize: 16384,
            }).promise;
            const opened = await scope.opened;
            const shown = await opened.getPage(wanted);
            const viewport = shown.getViewport({ scale: 0.5 });
            const canvas = scope.document.querySelector('canvas');
            Object.assign(canvas, { width: viewport.width, height: viewport.height });
            const context = canvas.getContext('2d');
            await shown.render({ canvasContext: context, viewport }).promise;
            const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
            let dark = 0;
            for (let at = 0; at < data.length; at += 4) if (data[at] < 128) dark += 1;
            const { items } = await shown.getTextContent();
            return { pages: opened.numPages, text: items.map((item: { str: string }) => item.str).join('\n'), dark };
          },
          [link, number] as const,
        );

      it('is loaded in the ranges that the viewer needs, and no others', async () => {
        const first = await show(1);
        expect([first.pages, first.text]).toEqual([PAGES, expect.stringContaining('Catalogue, page 1')]);
        expect(first.dark).toBeGreaterThan(100);
        const before = asked.length;
        for (const number of [40, 82, 7]) {
          const { text, dark } = await show(number);
          expect(text).toContain(`Catalogue, page ${number}`);
          expect(dark).toBeGreaterThan(100);
        }
        const parts = asked.filter(({ range }) => range !== undefined);
        expect(parts.length).toBeGreaterThan(2);
        expect(asked.length).toBeGreaterThan(before);
        for (const { range, status, contentRange, bytes: sent } of parts) {
          const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
          expect([status, contentRange]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`]);
          expect(sent).toBe(Number(to) - Number(from) + 1);
        }
        const taken = parts.reduce((sum, { bytes: sent }) => sum + sent, 0);
        expect(taken).toBeLessThan(bytes.length);
      }, 300_000);

      it('returns 404 once the customer may no longer see it', async () => {
        await app.good('PUT', `/rest/V1/customerdocuments/${id}`, { document: { customer_ids: [] } });
        const status = await page.evaluate(
          async (url) => (await fetch(url, { headers: { range: 'bytes=0-9' } })).status,
          link,
        );
        expect(status).toBe(404);
      });
    });
  }
});
