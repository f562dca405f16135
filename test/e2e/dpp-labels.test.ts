import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { saidByPng } from '../../libs/codes/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

/** Points of PDF in a millimetre, and pixels of our picture in a point. */
const MM = 72 / 25.4;
const PIXELS = 3;
const [WIDTH, HEIGHT] = [210 * MM, 297 * MM].map((points) => Math.ceil(points * PIXELS)) as [number, number];

const streamsOf = (pdf: Buffer): readonly string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });

/** What the pages of a PDF draw as filled rectangles, as pictures. */
const pagesOf = (pdf: Buffer): readonly PNG[] =>
  streamsOf(pdf)
    .filter((content) => content.includes(' re'))
    .map((content) => {
      const page = new PNG({ width: WIDTH, height: HEIGHT });
      page.data.fill(255);
      for (const [, ...sizes] of content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)) {
        const [x = 0, y = 0, w = 0, h = 0] = sizes.map((size) => Number(size) * PIXELS);
        for (let row = Math.round(y); row < Math.round(y + h); row += 1)
          for (let column = Math.round(x); column < Math.round(x + w); column += 1)
            page.data.fill(0, (row * WIDTH + column) * 4, (row * WIDTH + column) * 4 + 3);
      }
      return page;
    });

const cut = (page: PNG, x: number, y: number, edge: number): PNG => {
  const [left, top, size] = [x, y, edge].map((mm) => Math.round(mm * MM * PIXELS)) as [number, number, number];
  const part = new PNG({ width: size, height: size });
  PNG.bitblt(page, part, left, top, size, size, 0, 0);
  return part;
};

describeOnDatabases('labels of passports as PDF (passports.md, "Labels")', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const path = (query: string): string => `passports/labels.pdf?${query}`;
  const refusal = async (query: string): Promise<readonly unknown[]> => {
    const { status, body } = await shop.call('GET', path(query));
    return [status, (body as { message: string }).message];
  };
  const pdf = async (query: string): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${await app.adminToken()}` };
    const response = await fetch(`${app.url}/rest/V1/dpp/manage/${path(query)}`, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    return Buffer.from(await response.arrayBuffer());
  };

  it('have codes of that size that say what the passports do, in the order asked for, page by page', async () => {
    const passports = [
      await shop.published({ gtin: '4006381333931', serial: 'S-1', product_name: { en: 'Łódź' } }),
      await shop.published({ gtin: '4006381333931', serial: "S'(2)*" }),
      await shop.published(),
    ];
    const file = await pdf(
      `ids=${passports
        .map(({ passport_id: id }) => id)
        .reverse()
        .join(',')}&size_mm=40&per_page=2`,
    );
    expect(file.toString('latin1')).toMatch(/^%PDF-1\.[^]*%%EOF\s*$/);
    const [first, second, ...others] = pagesOf(file);
    if (!first || !second || others.length > 0) throw new Error('three labels, two on a page, are two pages');
    const said = [cut(first, 8, 8, 40), cut(first, 106, 8, 40), cut(second, 8, 8, 40)].map((part) =>
      saidByPng(PNG.sync.write(part)),
    );
    const link = 'http://kontor.test/01/04006381333931/21/';
    expect(said).toEqual([`http://kontor.test/dpp/${passports[2].uuid}`, `${link}S%27%282%29%2A`, `${link}S-1`]);
  });

  it('need the right to read passports', async () => {
    const { passport_id: id } = await shop.published();
    expect((await app.call('GET', `/rest/V1/dpp/manage/${path(`ids=${id}`)}`)).status).toBe(401);
    const other = await app.integrationToken('_CustomerDocuments::manage');
    expect((await shop.call('GET', path(`ids=${id}`), undefined, other)).status).toBe(403);
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await shop.call('GET', path(`ids=${id}`), undefined, reader)).status).toBe(200);
  });

  it('are refused where something is wrong, and say what', async () => {
    const { passport_id: id } = await shop.published();
    const { passport_id: draft } = await shop.draft();
    expect(await refusal(`ids=${draft}`)).toEqual([400, expect.stringContaining('never published')]);
    expect(await refusal('ids=999999')).toEqual([404, expect.any(String)]);
    expect(await refusal('')).toEqual([400, expect.any(String)]);
    expect(await refusal('ids=')).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id},x`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id}&size_mm=9`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id}&size_mm=10`)).toEqual([400, expect.stringContaining('choose a larger size_mm')]);
    expect(await refusal(`ids=${id}&size_mm=60&per_page=10`)).toEqual([400, expect.stringContaining('at most %most')]);
    expect(await refusal(`ids=${id}&colour=red`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${`${id},`.repeat(500)}${id}`)).toEqual([400, expect.stringContaining('at most %most')]);
  });
});
