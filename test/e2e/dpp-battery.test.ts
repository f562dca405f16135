import { startApp, type TestApp } from '../support/app.js';
import { batteryTemplate } from '../support/battery-examples.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const [FORMER, NEWER] = [batteryTemplate('2.0.0'), batteryTemplate('2.1.0')];

describeOnDatabases('battery passports of templates 2.0.0 and 2.1.0', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  /** A request body like the template's example, for a new item. */
  const body = (template: typeof NEWER, fields: object = {}) => {
    made += 1;
    const { parties: _parties, ...example } = template.example;
    return {
      ...example,
      sku: `BATTERY-${made}`,
      gtin: null,
      serial: `ITEM-${made}`,
      template_code: 'battery',
      ...fields,
    };
  };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  const draft = (of: object): Promise<any> => shop.good('POST', 'passports', { passport: of });
  const readiness = (id: number, on = '2027-02-18') => shop.good('GET', `passports/${id}/readiness?on=${on}`);

  it('use 2.1.0 by default, and upgrade from 2.0.0 without losing values', async () => {
    expect((await draft(body(NEWER))).template_version).toBe('2.1.0');
    const old = await draft(body(FORMER, { template_version: '2.0.0', dpp_payload: { ...FORMER.example.dpp_payload, recycled_content: { year: 2026, plant: 'P', cobalt: 12 } } })); // prettier-ignore
    const { items, awaiting } = await readiness(old.passport_id);
    expect([items.map(({ path }: { path: string }) => path), awaiting]).toEqual([['gtin'], []]);
    await shop.act(old.passport_id, 'publish');
    const tried = await shop.good('POST', `passports/${old.passport_id}/upgrade?template=battery@2.1.0&dryRun=1`);
    expect(tried.lost).toEqual([]);
    expect(tried.carried).toContainEqual({ from: 'dpp_payload.recycled_content.year', to: 'dpp_payload.recycled_content.reporting_year' }); // prettier-ignore
    await shop.good('POST', `passports/${old.passport_id}/upgrade?template=battery@2.1.0`);
    const { template_version: version, dpp_payload: payload } = await shop.act(old.passport_id, 'publish');
    expect([version, JSON.parse(payload).recycled_content]).toEqual(['2.1.0', { reporting_year: 2026, plant: 'P', cobalt: 12 }]); // prettier-ignore
  });

  it('lose the same values when upgraded from 1.0.0 to 2.1.0 as to 2.0.0', async () => {
    const { passport_id: id } = await draft({ ...body(NEWER), ...batteryTemplate('1.0.0').example, sku: 'OLD', template_code: 'battery', template_version: '1.0.0' }); // prettier-ignore
    const to = (version: string) => shop.good('POST', `passports/${id}/upgrade?template=battery@${version}&dryRun=1`);
    const [former, newer] = [await to('2.0.0'), await to('2.1.0')];
    expect(newer.lost).toEqual(former.lost);
    expect(newer.carried).toContainEqual({
      from: 'dpp_payload.recycled_content.year',
      to: 'dpp_payload.recycled_content.reporting_year',
    });
  });

  it('can combine a 2.0.0 data sheet with a 2.1.0 item', async () => {
    const { serial: _serial, ...of } = body(FORMER, { template_version: '2.0.0' }) as Record<string, unknown>;
    const { passport_id: sheet } = await draft(of);
    const item = { ...body(NEWER), dpp_payload: { manufacturing_date: '2027-01' }, model_passport: sheet };
    const { passport_id: id } = await draft(item);
    const { dpp_payload: payload, template_version: version } = await shop.act(id, 'publish');
    expect([version, JSON.parse(payload)]).toMatchObject(['2.1.0', { manufacturing_date: '2027-01', battery_category: 'lmt' }]); // prettier-ignore
  });

  it('need a GTIN or another identifier, which every interface returns', async () => {
    const lacking = async (id: number) => (await readiness(id)).items;
    const { passport_id: id, uuid, sku } = await draft(body(NEWER));
    expect(await lacking(id)).toMatchObject([
      { path: 'gtin', state: 'missing', cite: expect.stringContaining('77(3)') },
    ]);
    const identifiers = [
      { scheme: 'iso15459', value: 'QCRHP545000471' },
      { scheme: 'did', value: 'did:web:maker.example:item:471' },
    ];
    await shop.good('PUT', `passports/${id}`, { passport: { identifiers } });
    expect(await lacking(id)).toEqual([]);
    await shop.act(id, 'publish');
    expect((await shop.read(sku)).body.identifiers).toEqual(identifiers);
    expect((await app.call('GET', `/dpp/v1/dpps/${uuid}`)).body.identifiers).toEqual(identifiers);
    const html = await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'text/html' });
    expect(html.text).toContain('QCRHP545000471');
    const linked = await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'application/ld+json' });
    expect(linked.text).toContain('did:web:maker.example:item:471');
    const { passport_id: other } = await draft(body(NEWER, { gtin: '9524000010018' }));
    expect(await lacking(other)).toEqual([]);
  });

  it.each([
    ['an unknown scheme', { scheme: 'isbn', value: '1' }],
    ['an invalid DID', { scheme: 'did', value: 'web:maker.example' }],
    ['lowercase letters in ISO/IEC 15459', { scheme: 'iso15459', value: 'abc' }],
    ['a URL that is not a web address', { scheme: 'url', value: 'javascript:alert(1)' }],
    ['a missing value', { scheme: 'url' }],
  ])('reject an identifier with %s', async (_, identifier) => {
    const { status, text } = await shop.call('POST', 'passports', {
      passport: body(NEWER, { identifiers: [identifier] }),
    });
    expect([status, text]).toEqual([400, expect.stringContaining('identifiers')]);
  });

  it('get a warning for an implausible weight or energy', async () => {
    const warned = async (fields: object) => {
      const { passport_id: id } = await draft(body(NEWER, fields));
      return (await readiness(id)).warnings.map(({ path }: { path: string }) => path);
    };
    const { dpp_payload: payload } = NEWER.example;
    expect(await warned({})).toEqual([]);
    expect(await warned({ dpp_payload: { ...payload, weight_kg: 25.1 } })).toEqual(['dpp_payload.weight_kg']);
    expect(await warned({ rated_energy_wh: 400 })).toEqual(['rated_energy_wh']);
    expect(await warned({ rated_energy_wh: 460 })).toEqual([]);
  });

  it('are shown as complete if only voluntary information is missing', async () => {
    const { passport_id: id } = await draft(body(NEWER, { gtin: '9524000010018' }));
    const { uuid, sku } = await shop.act(id, 'publish');
    expect((await shop.read(sku)).body.completeness_score).toBe(100);
    const page = async (language: string) =>
      (await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'text/html', 'accept-language': language })).text; // prettier-ignore
    for (const [language, words] of [
      ['en', ['Complete: all', 'Voluntary information']],
      ['de', ['Vollständig: Alle', 'Freiwillige Angaben']],
    ] as const) {
      // prettier-ignore
      const html = await page(language);
      for (const one of words) expect([one, html.includes(one)]).toEqual([one, true]);
    }
    // Before the law applies, nothing is required, so nothing is missing.
    const early = { placed_on_market_on: '2026-12-01', serial: 'EARLY', dpp_payload: { battery_category: 'lmt' } };
    const { passport_id: other } = await draft(body(NEWER, { ...early, gtin: '9524000010018' }));
    expect((await shop.act(other, 'publish')).completeness_score).toBe(100);
  });

  it('can be published without data whose legal acts are not adopted yet', async () => {
    const { passport_id: id } = await draft(body(NEWER, { gtin: '9524000010018' }));
    const { awaiting, ready } = await readiness(id);
    const paths = awaiting.map(({ path }: { path: string }) => path);
    expect([ready, paths]).toEqual([1, expect.arrayContaining(['dpp_payload.carbon_footprint.class'])]);
    expect(awaiting[0]).toMatchObject({ earliest: expect.stringMatching(/^20\d\d-/), message: expect.stringContaining('not been adopted') }); // prettier-ignore
  });
});
