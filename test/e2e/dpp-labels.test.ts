import { saidByPng } from '../support/scanner.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';
import { cutOut, pdfPages } from '../support/pdf-pages.js';

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

  it('have readable codes in the requested size and order, across pages', async () => {
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
    const [first, second, ...others] = await pdfPages(file);
    if (!first || !second || others.length > 0) throw new Error('three labels, two on a page, are two pages');
    const said = [cutOut(first, 8, 8, 40), cutOut(first, 106, 8, 40), cutOut(second, 8, 8, 40)].map(saidByPng);
    const link = 'http://kontor.test/01/04006381333931/21/';
    expect(said).toEqual([`http://kontor.test/dpp/${passports[2].uuid}`, `${link}S%27%282%29%2A`, `${link}S-1`]);
  });

  it('require the right to read passports', async () => {
    const { passport_id: id } = await shop.published();
    expect((await app.call('GET', `/rest/V1/dpp/manage/${path(`ids=${id}`)}`)).status).toBe(401);
    const other = await app.integrationToken('_CustomerDocuments::manage');
    expect((await shop.call('GET', path(`ids=${id}`), undefined, other)).status).toBe(403);
    const reader = await app.integrationToken('_Dpp::manage');
    expect((await shop.call('GET', path(`ids=${id}`), undefined, reader)).status).toBe(200);
  });

  it('return 400 or 404 for invalid parameters, drafts and unknown passports', async () => {
    const { passport_id: id } = await shop.published();
    const { passport_id: draft } = await shop.draft();
    expect(await refusal(`ids=${draft}`)).toEqual([400, expect.stringContaining('never been published')]);
    expect(await refusal('ids=999999')).toEqual([404, expect.any(String)]);
    expect(await refusal('')).toEqual([400, expect.any(String)]);
    expect(await refusal('ids=')).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id},x`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id}&size_mm=9`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${id}&size_mm=10`)).toEqual([400, expect.stringContaining('Use a larger size_mm')]);
    // The longest code sets the minimum size, in any position.
    const { passport_id: short } = await shop.published({ gtin: '4006381333931', serial: '1' });
    expect((await pdf(`ids=${short}&size_mm=10`)).length).toBeGreaterThan(1000);
    for (const ids of [`${short},${id}`, `${id},${short}`])
      expect(await refusal(`ids=${ids}&size_mm=10`)).toEqual([400, expect.stringContaining('Use a larger size_mm')]);
    expect(await refusal(`ids=${id}&size_mm=60&per_page=10`)).toEqual([
      400,
      expect.stringContaining('the maximum for codes of'),
    ]);
    const { passport_id: long } = await shop.published({ sku: 'W'.repeat(255) });
    expect(await refusal(`ids=${long}&size_mm=20`)).toEqual([400, expect.stringContaining('below the code')]);
    expect((await pdf(`ids=${long}&size_mm=20&per_page=4`)).length).toBeGreaterThan(1000);
    expect(await refusal(`ids=${id}&colour=red`)).toEqual([400, expect.any(String)]);
    expect(await refusal(`ids=${`${id},`.repeat(500)}${id}`)).toEqual([400, expect.stringContaining('at most %most')]);
  });
});
