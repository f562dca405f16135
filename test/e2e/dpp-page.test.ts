import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, tinyTemplate } from '../support/passport-shop.js';

const UNKNOWN = '6f1c2b1e-8f0a-4c57-9d3b-0c8f3f3f8a10';
const HTML = { accept: 'text/html' };

describeOnDatabases('the page of a passport (passports-public.md)', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  let uuid: string;
  let id: number;

  const page = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.call('GET', `/dpp/${path}`, undefined, undefined, { ...HTML, ...headers });

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    const made = await shop.published({ product_name: { en: 'Drill', de: 'Bohrer' }, gtin: '4006381333931' });
    [uuid, id] = [made.uuid, made.passport_id];
  });
  afterAll(() => app.close());

  describe('its language', () => {
    const languageOf = async (query: string, header?: string): Promise<unknown> => {
      const { text } = await page(uuid + query, header === undefined ? {} : { 'accept-language': header });
      return [/<html lang="(\w+)"/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]];
    };

    it.each([
      ['?lang=de', 'en', ['de', 'Bohrer']],
      ['', 'de-AT, en;q=0.5', ['de', 'Bohrer']],
      ['', 'fr', ['en', 'Drill']],
      ['?lang=xx', 'de', ['de', 'Bohrer']],
      ['?lang=de&lang=en', 'en', ['en', 'Drill']],
      ['', undefined, ['en', 'Drill']],
    ])('is chosen by the query "%s" and Accept-Language: %s', async (query, header, expected) => {
      expect(await languageOf(query, header)).toEqual(expected);
    });

    it("can be any language of the passport; the page's own words are then English", async () => {
      const names = { en: 'Drill', de: 'Bohrer', fr: 'Perceuse', bg: 'Бормашина' };
      const { uuid: many } = await shop.published({
        product_name: names,
        dpp_payload: { material: 'steel', care: { en: 'Keep dry.', fr: 'Garder au sec.', 'pt-BR': 'Manter seco.' } },
      });
      const { text } = await page(`${many}?lang=fr`);
      const offered = [
        ...text.matchAll(/<a href="\?lang=([\w-]+)" lang="\1" hreflang="\1"( aria-current="true")?>(.*?)<\/a>/g),
      ];
      expect(offered.map(([, tag, shown, name]) => [tag, name, shown !== undefined])).toEqual([
        ['en', 'English', false],
        ['de', 'Deutsch', false],
        ['bg', 'Български', false],
        ['fr', 'Français', true],
        ['pt-BR', 'Português (Brasil)', false],
      ]);
      expect(text).toContain('<html lang="en">');
      expect(text).toContain('<h1><span lang="fr">Perceuse</span></h1>');
      expect(text).toContain('<span lang="fr">Garder au sec.</span>');
      expect(text).toContain('Required information');
      const linked = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
      expect(linked.payload.care).toEqual({ fr: 'Garder au sec.' });
      expect(JSON.stringify(linked.about.name)).toBe('[{"@language":"fr","@value":"Perceuse"}]');
      expect((await page(`${many}?lang=pt-BR`)).text).toContain('<span lang="pt-BR">Manter seco.</span>');
    });

    it("defaults to the store's", async () => {
      const website = await app.good('POST', '/rest/V1/commerce/websites', {
        website: { code: 'german', name: 'German', base_currency: 'EUR', timezone: 'Europe/Berlin' },
      });
      const store = { id: 7, code: 'german', name: 'German', website_id: website.id, locale: 'de_DE' };
      await app.good('POST', '/rest/V1/commerce/stores', { store });
      const made = await shop.published({ store_id: 7, product_name: { en: 'Drill', de: 'Bohrer' } });
      // Node's fetch sends this header by default.
      expect((await page(made.uuid, { 'accept-language': '*' })).text).toContain('<h1>Bohrer</h1>');
      expect((await page(made.uuid, { 'accept-language': 'en' })).text).toContain('<h1>Drill</h1>');
    });

    it('is declared to caches in the Vary header', async () => {
      expect((await page(uuid)).headers.get('vary')).toBe('Accept, Accept-Language, Cookie');
    });
  });

  it('loads no resources, runs no scripts and sets no cookies, as its policy states', async () => {
    const { status, headers, text } = await page(uuid);
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([
      200,
      'text/html; charset=utf-8',
      null,
    ]);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^' ]+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<(?:img|iframe|object|link rel="stylesheet")|\son\w+=|style="|src=|@import|url\(/);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('<script type="application/ld+json">');
  });

  it('contains its JSON-LD, and returns it alone on request', async () => {
    const linked = await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'application/ld+json' });
    expect([linked.status, linked.headers.get('content-type')]).toEqual([200, 'application/ld+json']);
    const rest = await app.call('GET', `/rest/V1/dpp/passport/${JSON.parse(linked.text).about.sku}/jsonld`);
    expect(linked.text).toBe(rest.body);
    const { text } = await page(uuid);
    const inPage = /<script type="application\/ld\+json">(.*?)<\/script>\s*<\/body>/s.exec(text)?.[1] ?? '';
    const whole = JSON.parse(linked.text);
    const english = { ...whole, payload: { ...whole.payload, care: { en: 'Keep dry.' } } };
    english.about = { ...whole.about, name: [{ '@language': 'en', '@value': 'Drill' }] };
    expect(JSON.parse(inPage)).toEqual(english);
    expect(inPage).not.toContain('\n');
  });

  it('supports ETags, 304 and HEAD', async () => {
    const first = await page(uuid);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await page(uuid, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await page(`${uuid}?lang=de`, { 'if-none-match': etag })).status).toBe(200);
    const head = await app.call('HEAD', `/dpp/${uuid}`, undefined, undefined, HTML);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  });

  it('shows required before voluntary data, with the legal basis', async () => {
    const schema = tinyTemplate().schema;
    await app.good('POST', '/rest/V1/dpp/manage/templates', {
      template: tinyTemplate({
        code: 'cited',
        legal_basis: [
          { act: 'Regulation (EU) 2024/1781', article: 'Annex III', in_force_from: '2026-07-19', status: 'in_force' },
          { act: 'A delegated act', status: 'provisional' },
        ],
        vocabulary: { ...tinyTemplate().vocabulary, prefix: 'cited', iri: '/dpp/vocab/cited/1#' },
        schema: {
          ...schema,
          properties: {
            ...schema.properties,
            care: { ...schema.properties.care, 'x-voluntary': true },
            material: { ...schema.properties.material, 'x-cite': 'Annex III, point (b)' },
          },
        },
        sections: [{ id: 'all', labels: { en: 'All' }, fields: ['care', 'material', 'weight_kg', 'supplier', 'repairs', 'recipe'] }], // prettier-ignore
      }),
    });
    const { uuid: cited } = await shop.published({ template_code: 'cited' });
    const { text } = await page(cited);
    const content = text.slice(text.indexOf('<main'), text.indexOf('</main'));
    const order = ['Required information', 'Annex III, point (b)', '1.5', 'Voluntary information', 'Keep dry.'];
    const positions = order.map((words) => content.indexOf(words));
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions[0]).toBeGreaterThan(0);
    expect(text).toContain('applies from 19 July 2026');
    expect(text).toMatch(/A delegated act.*Provisional/s);
  });

  it('escapes markup in all fields, also in JSON-LD', async () => {
    const hostile = '</script><script>alert(1)</script><!--"\'&';
    const { uuid: wild } = await shop.published({
      product_name: { en: hostile },
      mpn: hostile,
      documents: [{ kind: 'manual', title: hostile, url: 'https://example.com/a', language: 'en' }],
      dpp_payload: { material: hostile, care: { en: hostile } },
    });
    const { text } = await page(wild);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    const inPage = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(inPage).payload.material).toBe(hostile);
  });

  it('isolates texts so that direction marks cannot reorder their surroundings', async () => {
    const [over, end, close] = ['\u202e', '\u2069', '</bdi>'];
    // Tries to leave every isolate and the element, and to switch to right-to-left.
    const hostile = (name: string): string => `${end}${over}${name}${close}${end}`;
    const labels = (name: string) => ({ en: hostile(name) });
    const template = tinyTemplate();
    const { terms } = template.vocabulary;
    await app.good('POST', '/rest/V1/dpp/manage/templates', {
      template: tinyTemplate({
        code: 'turned',
        labels: labels('template'),
        legal_basis: [{ act: hostile('act'), article: hostile('article'), status: 'provisional' }],
        sections: [{ ...template.sections[0], labels: labels('section') }],
        schema: {
          ...template.schema,
          properties: {
            ...template.schema.properties,
            material: { ...template.schema.properties.material, 'x-cite': hostile('cite') },
          },
        },
        vocabulary: {
          prefix: 'turned',
          iri: '/dpp/vocab/turned/1#',
          terms: {
            ...terms,
            material: { ...terms.material, labels: labels('label'), definition: labels('definition') },
            weight_kg: { ...terms.weight_kg, unit: hostile('unit') },
          },
        },
      }),
    });
    const sku = `${shop.sku()}\u202e`;
    const { uuid: turned } = await shop.published({
      sku,
      template_code: 'turned',
      product_name: labels('name'),
      mpn: hostile('mpn'),
      espr_category: hostile('category'),
      manufacturer: { name: hostile('maker'), operator_id: hostile('operator'), id_scheme: 'other', address: hostile('address') },
      documents: [{ kind: hostile('kind'), title: hostile('title'), url: 'https://maker.example/a', language: 'en' }],
      dpp_payload: { material: hostile('material'), weight_kg: 1.5, care: { de: hostile('care') } },
    }); // prettier-ignore
    const { text } = await page(turned);
    const shown = text.replace(/<script.*?<\/script>/s, '');
    const names = 'template act article section cite label definition unit name mpn category maker operator address kind title material care'; // prettier-ignore
    for (const name of names.split(' ')) expect(shown).toContain(`${over}${name}&lt;/bdi&gt;`);
    // Outside isolated texts, no direction marks remain.
    const outside = shown.replace(/<bdi>[^<]*<\/bdi>/g, '').replace(/\u2068[^\u2068\u2069]*\u2069/g, '');
    expect(outside).not.toMatch(/[\u202e\u2066-\u2069]/);
    expect(/<title>(.*)<\/title>/.exec(shown)?.[1]).toMatch(/^\u2068\u202ename&lt;\/bdi&gt;\u2069 · /);
    // Machine-readable data keeps the marks.
    const linked = await app.call('GET', `/dpp/${turned}`, undefined, undefined, { accept: 'application/ld+json' });
    expect(JSON.parse(linked.text).payload.material).toBe(hostile('material'));
  });

  it('stays byte for byte the same while a revision is edited', async () => {
    const before = (await page(uuid)).text;
    await shop.act(id, 'revisions');
    await shop.good('PUT', `passports/${id}`, { passport: { mpn: 'HIDDEN' } });
    expect((await page(uuid)).text).toBe(before);
    await shop.call('DELETE', `passports/${id}`);
    expect((await page(uuid)).text).toBe(before);
  });

  it('works with a trailing slash, with matching links', async () => {
    const { text } = await page(`${uuid}/`);
    expect(text).toContain('href="qr.svg"');
    expect((await page(uuid)).text).toContain(`href="${uuid}/qr.svg"`);
  });

  it('is the same 404 for unknown, draft, active, archived and currently invalid passports', async () => {
    const draft = await shop.draft();
    const active = await shop.draft();
    await shop.act(active.passport_id, 'activate');
    const archived = await shop.published();
    await shop.act(archived.passport_id, 'archive', { reason: 'recalled' });
    const future = await shop.published({ valid_from: '2999-01-01' });
    const past = await shop.published({ valid_from: '2001-01-01', valid_to: '2001-01-02' });
    const asked = [draft, active, archived, future, past].map((one) => one.uuid as string);
    for (const headers of [HTML, { accept: 'application/ld+json' }, { accept: 'text/html', 'accept-language': 'de' }]) {
      const unknown = await app.call('GET', `/dpp/${UNKNOWN}`, undefined, undefined, headers);
      expect(unknown.status).toBe(404);
      const cacheHeaders = ({ headers: all }: Answer) =>
        [...all].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      for (const one of [...asked, 'x', `${UNKNOWN}x`, UNKNOWN.toUpperCase(), encodeURIComponent("' OR 1=1")]) {
        const answer = await app.call('GET', `/dpp/${one}`, undefined, undefined, headers);
        expect([one, answer.status, answer.text]).toEqual([one, 404, unknown.text]);
        expect(cacheHeaders(answer)).toEqual(cacheHeaders(unknown));
      }
    }
  });
});
