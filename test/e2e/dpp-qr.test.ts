import { saidByPng, saidBySvg } from '../../src/dpp/public/adapters/qr/qr-code.js';
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
    return [saidBySvg(svg.text), saidByPng(Buffer.from(await png.arrayBuffer()))];
  };

  it('says the GS1 Digital Link if there is a GTIN, percent-encoded where it has to be', async () => {
    const { uuid } = await shop.published({ gtin: '4006381333931', batch: 'L/1', serial: "S'(1)*" });
    const link = 'http://kontor.test/01/04006381333931/10/L%2F1/21/S%27%281%29%2A';
    expect(await said(uuid)).toEqual([link, link]);
  });

  it('says the address of the page without one', async () => {
    const { uuid } = await shop.published();
    const page = `http://kontor.test/dpp/${uuid}`;
    expect(await said(uuid)).toEqual([page, page]);
  });

  it('is fixed at first publication: a later GTIN does not change what is printed', async () => {
    const { uuid, passport_id } = await shop.published();
    const before = await said(uuid);
    await shop.act(passport_id, 'revisions');
    await shop.good('PUT', `passports/${passport_id}`, { passport: { mpn: 'NEXT' } });
    await shop.act(passport_id, 'publish');
    expect(await said(uuid)).toEqual(before);
  });

  it('may be kept, is known by its ETag, and answers HEAD', async () => {
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

  it('is 404, the same bytes, for whatever is not published', async () => {
    const draft = await shop.draft();
    const archived = await shop.published();
    await shop.act(archived.passport_id, 'archive', { reason: 'withdrawn' });
    const unknown = await app.call('GET', '/dpp/6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10/qr.svg');
    for (const uuid of [draft.uuid, archived.uuid, 'nonsense']) {
      for (const file of ['qr.svg', 'qr.png']) {
        const { status, text } = await app.call('GET', `/dpp/${uuid}/${file}`);
        expect([status, text]).toEqual([404, unknown.text]);
      }
    }
  });
});
