import { decodeSvg } from '../../libs/codes/index.js';
import { saidByPng, scanned } from '../support/scanner.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

describeOnDatabases('the QR code of a passport (passports-public.md)', (database) => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  const said = async (uuid: string): Promise<unknown> => {
    const svg = await app.call('GET', `/dpp/${uuid}/qr.svg`);
    const png = await fetch(`${app.url}/dpp/${uuid}/qr.png`);
    expect([svg.headers.get('content-type'), png.headers.get('content-type')]).toEqual(['image/svg+xml', 'image/png']);
    return [decodeSvg(svg.text), saidByPng(Buffer.from(await png.arrayBuffer()))];
  };

  it('contains the percent-encoded GS1 Digital Link if there is a GTIN', async () => {
    const { uuid } = await shop.published({ gtin: '4006381333931', batch: 'L/1', serial: "S'(1)*" });
    const link = 'http://kontor.test/01/04006381333931/21/S%27%281%29%2A';
    expect(await said(uuid)).toEqual([link, link]);
  });

  it('contains the URL of the page if there is no GTIN', async () => {
    const { uuid } = await shop.published();
    const page = `http://kontor.test/dpp/${uuid}`;
    expect(await said(uuid)).toEqual([page, page]);
  });

  it('stays the same after the first publication', async () => {
    const { uuid, passport_id } = await shop.published();
    const before = await said(uuid);
    await shop.act(passport_id, 'revisions');
    await shop.good('PUT', `passports/${passport_id}`, { passport: { mpn: 'NEXT' } });
    await shop.act(passport_id, 'publish');
    expect(await said(uuid)).toEqual(before);
  });

  const bytes = async (path: string): Promise<Buffer> => {
    const answer = await fetch(app.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    return Buffer.from(await answer.arrayBuffer());
  };

  it('has the requested print size, level, quiet zone and resolution, and a scanner reads each', async () => {
    const { uuid } = await shop.published({ gtin: '4006381333931', serial: 'PRINT' });
    const link = 'http://kontor.test/01/04006381333931/21/PRINT';
    const png = await bytes(`/dpp/${uuid}/qr.png?module_mm=0.5&dpi=600&level=Q&quiet=6`);
    expect(await scanned(png)).toMatchObject([{ format: 'QRCode', text: link, ecLevel: 'Q' }]);
    // 12 pixels of 0.5 mm: 24,000 in a metre.
    const size = png.readUInt32BE(16) / 12;
    expect([Number.isInteger(size), png.readUInt32BE(png.indexOf('pHYs') + 4)]).toEqual([true, 24_000]);
    const svg = String(await bytes(`/dpp/${uuid}/qr.svg?module_mm=0.5&level=Q&quiet=6`));
    expect(svg).toContain(`width="${size * 0.5}mm" height="${size * 0.5}mm" viewBox="0 0 ${size} ${size}"`);
    expect(await scanned(await bytes(`/dpp/${uuid}/qr.png`))).toMatchObject([{ text: link, ecLevel: 'M' }]);
  });

  it('has a Data Matrix alternative with the same link or a GS1 element string', async () => {
    const { uuid } = await shop.published({ gtin: '4006381333931', batch: 'B/1', serial: 'MATRIX' });
    const path = `/dpp/${uuid}/datamatrix`;
    const link = { format: 'DataMatrix', text: 'http://kontor.test/01/04006381333931/21/MATRIX' };
    expect(await scanned(await bytes(`${path}.png`))).toMatchObject([link]);
    expect(await scanned(await bytes(`${path}.png?module_mm=0.4&dpi=300&quiet=4`))).toMatchObject([link]);
    const [elements] = await scanned(await bytes(`${path}.png?content=elements`));
    expect(elements).toMatchObject({ contentType: 'GS1', said: '010400638133393110B/1\u001d21MATRIX' });
    expect(String(await bytes(`${path}.svg?module_mm=1`))).toMatch(/width="\d+mm"/);
    // The page shows only the QR code.
    const page = await app.call('GET', `/dpp/${uuid}`);
    expect([page.text.includes('qr.svg'), page.text.includes('datamatrix')]).toEqual([true, false]);
  });

  it.each([
    'qr.svg?module_mm=0',
    'qr.svg?module_mm=5.1',
    'qr.svg?module_mm=x',
    'qr.svg?level=X',
    'qr.svg?quiet=3',
    'qr.svg?quiet=21',
    'qr.svg?quiet=4.5',
    'qr.png?dpi=71',
    'qr.png?dpi=2401',
    'qr.png?module_mm=0.1&dpi=300',
    'qr.png?module_mm=5&dpi=2400',
    'datamatrix.png?content=nope',
    'datamatrix.svg?quiet=0',
    'datamatrix.png?module_mm=5&dpi=2400',
    'datamatrix.svg?content=elements',
  ])('returns 400 for %s', async (file) => {
    // Without a GTIN there is no element string.
    const { uuid } = await shop.published();
    const { status, body } = await app.call('GET', `/dpp/${uuid}/${file}`);
    expect([status, typeof body.message]).toEqual([400, 'string']);
  });

  it('can be cached, has an ETag, and supports HEAD', async () => {
    const { uuid } = await shop.published();
    for (const file of ['qr.svg', 'qr.png']) {
      const path = `/dpp/${uuid}/${file}`;
      const { headers } = await app.call('GET', path);
      expect(headers.get('cache-control')).toBe('public, no-cache');
      const etag = headers.get('etag') ?? '';
      expect((await app.call('GET', path, undefined, undefined, { 'if-none-match': etag })).status).toBe(304);
      const head = await app.call('HEAD', path);
      expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, '']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('returns the same 404 for all passports that are not published', async () => {
    const draft = await shop.draft();
    const archived = await shop.published();
    await shop.act(archived.passport_id, 'archive', { reason: 'withdrawn' });
    const unknown = await app.call('GET', '/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10/qr.svg');
    for (const uuid of [draft.uuid, archived.uuid, 'nonsense']) {
      for (const file of ['qr.svg', 'qr.png', 'datamatrix.svg', 'datamatrix.png']) {
        const { status, text } = await app.call('GET', `/dpp/${uuid}/${file}`);
        expect([status, text]).toEqual([404, unknown.text]);
      }
    }
  });
});
