import { fieldsOf } from '../../libs/records/index.js';
import { decodeSvg } from '../../libs/codes/index.js';
import { saidByPng } from '../support/scanner.js';
import { checkDigit } from '../../src/dpp/passport/domain/identifiers.js';
import { PublicPassportFields } from '../../src/dpp/passport/published-passport.record.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, tinyTemplate } from '../support/passport-shop.js';

/** Part of every value that must never be public. */
const MARK = 'LEAK';
/** Part of every value of another store, which the default store must not show. */
const ELSEWHERE = 'ELSEWHERE';

const TEXT = { type: 'string' };
const TIERS = ['legitimate_interest', 'authority', 'individual'] as const;

/** A template that hides something at every tier, at the top, inside an object and inside a list. */
const hidingTemplate = () => {
  const tiny = tinyTemplate();
  const tiers = Object.fromEntries(TIERS.map((tier) => [`of_${tier}`, { ...TEXT, 'x-disclosure': tier }]));
  const inside = { type: 'object', additionalProperties: false, properties: { seen: TEXT, ...tiers } };
  const label = (text: string) => ({ iri: text.toLowerCase(), type: 'text', labels: { en: text, de: text } });
  return {
    ...tiny,
    code: 'hiding',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: {
        material: TEXT,
        ...tiers,
        part: inside,
        parts: { type: 'array', items: inside },
        closed: {
          type: 'object',
          additionalProperties: false,
          properties: { seen: TEXT, of_authority: tiers['of_authority'] },
          'x-disclosure': 'authority',
        },
      },
    },
    sections: [
      { id: 'open', labels: { en: 'Open' }, fields: ['material', 'part', 'parts'] },
      {
        id: 'hidden',
        labels: { en: `${MARK}section` },
        fields: ['closed', ...TIERS.map((tier) => `of_${tier}`)],
      },
    ],
    vocabulary: {
      prefix: 'hiding',
      iri: '/dpp/vocab/hiding/1#',
      terms: {
        material: label('Material'),
        part: { ...label('Part'), type: 'object' },
        parts: { ...label('Parts'), type: 'object' },
        seen: label('Seen'),
        closed: { ...label(`${MARK}Closed`), type: 'object' },
        ...Object.fromEntries(TIERS.map((tier) => [`of_${tier}`, label(`${MARK}of${tier.replaceAll('_', '')}`)])),
      },
    },
    example: { ...tiny.example, dpp_payload: payloadOf('OPEN') },
  };
};

const hiddenTiers = (where: string) =>
  Object.fromEntries(TIERS.map((tier) => [`of_${tier}`, `${MARK}${where}${tier.replaceAll('_', '')}`]));

/** Public values contain `open`; hidden values contain the mark. */
const payloadOf = (open: string) => ({
  material: `${open}material`,
  ...hiddenTiers('top'),
  part: { seen: `${open}part`, ...hiddenTiers('part') },
  parts: [{ seen: `${open}parts`, ...hiddenTiers('list') }, hiddenTiers('whole')],
  closed: { seen: `${MARK}inside`, of_authority: `${MARK}closedauthority` },
});

const gtinOf = (number: number): string => {
  const digits = `952000${String(number).padStart(6, '0')}`;
  return `${digits}${checkDigit(digits)}`;
};

/** A passport with this word in every field. */
const passportOf = (word: string, number: number) => ({
  sku: `${word}-sku`,
  product_name: { en: `${word}name`, de: `${word}Name` },
  image_url: `https://example.com/${word}.png`,
  template_code: 'hiding',
  espr_category: `${word.toLowerCase()}category`,
  gtin: gtinOf(number),
  batch: `${word}B`.slice(0, 20),
  serial: `${word}S`.slice(0, 20),
  mpn: `${word}mpn`,
  country_of_origin: 'DE',
  hs_code: '850760',
  manufacturer: {
    name: `${word}maker`,
    operator_id: `${word}operator`,
    id_scheme: 'other',
    address: `${word}street`,
    country: 'DE',
    url: `https://${word.toLowerCase()}.example/`,
  },
  documents: [
    { kind: 'manual', title: `${word}document`, url: `https://example.com/${word}.pdf`, language: 'en', sha256: null },
  ],
  dpp_payload: payloadOf(word),
});

describeOnDatabases('non-public passport data', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  /** The keys of all passports, as an attacker who knows them would use them. */
  const made: { readonly word: string; readonly passport: { uuid: string; sku: string; gtin: string; batch: string; serial: string } }[] = []; // prettier-ignore
  /** The public SKUs of the default store. */
  const PUBLIC_SKUS = ['OPEN-sku', 'OPENsecond-sku'];

  const make = async (word: string, fields: object = {}): Promise<number> => {
    const passport = await shop.good('POST', 'passports', {
      passport: { ...passportOf(word, made.length + 1), ...fields },
    });
    made.push({ word, passport });
    return passport.passport_id;
  };

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    await app.good('POST', '/rest/V1/dpp/manage/templates', { template: hidingTemplate() });
    const website = await app.good('POST', '/rest/V1/commerce/websites', {
      website: { code: 'other', name: 'Other', base_currency: 'EUR', timezone: 'UTC' },
    });
    await app.good('POST', '/rest/V1/commerce/stores', {
      store: { id: 7, code: 'other', name: 'Other', website_id: website.id },
    });
    await make(`${MARK}draft`);
    await shop.act(await make(`${MARK}active`), 'activate');
    const open = await make('OPEN');
    await shop.act(open, 'publish');
    await shop.act(open, 'revisions');
    const { sku: _sku, gtin: _gtin, batch: _batch, serial: _serial, ...changed } = passportOf(`${MARK}revised`, 99);
    await shop.good('PUT', `passports/${open}`, { passport: changed });
    const second = await make('OPENsecond');
    await shop.act(second, 'publish');
    const archived = await make(`${MARK}archived`);
    await shop.act(archived, 'publish');
    await shop.act(archived, 'archive', { reason: 'recalled' });
    await shop.act(await make(`${MARK}expired`, { valid_to: '2001-01-02' }), 'publish');
    await shop.act(await make(`${MARK}future`, { valid_from: '2999-01-01' }), 'publish');
    await shop.act(await make(ELSEWHERE, { store_id: 7 }), 'publish');
  });
  afterAll(() => app.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    app.call('GET', path, undefined, undefined, headers);

  /** Includes the headers, where a mark would be a leak too. */
  const textOf = ({ text, headers }: Answer): string => `${text}\n${JSON.stringify([...headers])}`;

  const expectClean = (address: string, text: string, also: readonly string[] = []): void => {
    for (const mark of [MARK, ...also]) {
      expect([address, mark, text.toUpperCase().includes(mark)]).toEqual([address, mark, false]);
    }
  };

  const names = fieldsOf(PublicPassportFields).map(({ name }) => name);

  const filter = (field: string, value: string, condition: string): string =>
    `searchCriteria[filter_groups][0][filters][0][field]=${field}` +
    `&searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent(value)}` +
    `&searchCriteria[filter_groups][0][filters][0][condition_type]=${condition}`;

  const graphql = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    app.call('POST', '/graphql', { query }, undefined, headers);

  const FIELDS =
    'sku uuid dpp_payload image_url mpn batch serial gtin espr_category product_name { language text } ' +
    'manufacturer { name address operator_id url }';

  /** Fields that can sort the list; others return 400 (passports-public.md, "What may be searched"). */
  const SORTED = ['passport_id', 'uuid', 'sku', 'gtin', 'mpn', 'hs_code', 'template_code', 'espr_category', 'completeness_score', 'published_at']; // prettier-ignore

  it('is neither listed nor counted, in any sort order', async () => {
    for (const name of names) {
      const isSorted = SORTED.includes(name);
      for (const direction of ['ASC', 'DESC']) {
        const sort = `searchCriteria[sortOrders][0][field]=${name}&searchCriteria[sortOrders][0][direction]=${direction}`;
        const answer = await get(`/rest/V1/dpp/passports?${sort}`);
        const shown = isSorted ? [name, 200, PUBLIC_SKUS.length] : [name, 400, undefined];
        expect([name, answer.status, answer.body.total_count]).toEqual(shown);
        expectClean(`sorted by ${name}`, textOf(answer), [ELSEWHERE]);
        const asked = `{ dppPassports(searchCriteria: {sort_orders: [{field: "${name}", direction: "${direction}"}]})`;
        const other = await graphql(`${asked} { total_count items { ${FIELDS} } } }`);
        expect([name, other.body.data?.dppPassports.total_count]).toEqual([name, shown[2]]);
        expectClean(`GraphQL sorted by ${name}`, textOf(other), [ELSEWHERE]);
      }
    }
  });

  /** Fields that cannot be searched, not even together with an indexed group. */
  const NEVER = ['image_url', 'public_url', 'qr_url', 'jsonld_url', 'content_digest'];
  const beside = `&searchCriteria[filter_groups][1][filters][0][field]=passport_id&searchCriteria[filter_groups][1][filters][0][value]=0&searchCriteria[filter_groups][1][filters][0][condition_type]=gt`; // prettier-ignore

  it('is neither found nor counted by any filter', async () => {
    const values: Readonly<Record<string, readonly string[]>> = {
      uuid: made.map(({ passport }) => passport.uuid),
      gtin: made.map(({ passport }) => passport.gtin),
      status: ['draft', 'active', 'archived', 'published'],
      sku: [`${MARK}%`, `%${ELSEWHERE}%`],
    };
    const publicUuids = made.filter(({ word }) => word.startsWith('OPEN')).map(({ passport }) => passport.uuid);
    const publicGtins = made
      .filter(({ word }) => word.startsWith('OPEN'))
      .map(({ passport }) => passport.gtin.padStart(14, '0'));
    let found = 0;
    for (const name of names) {
      const kind = fieldsOf(PublicPassportFields).find((field) => field.name === name)?.kind.type;
      for (const value of values[name] ?? (kind === 'string' ? [`%${MARK}%`, `${MARK}%`] : ['2001-01-02'])) {
        if (kind === 'int') continue;
        for (const condition of name === 'sku' || name === 'gtin' ? ['eq', 'like', 'in', 'gteq'] : ['eq', 'like']) {
          if (kind !== 'string' && condition === 'like') continue;
          const answer = await get(`/rest/V1/dpp/passports?${filter(name, value, condition)}${beside}`);
          const { status, body } = answer;
          expectClean(`${name} ${condition} ${value}`, JSON.stringify(body.items ?? []), [ELSEWHERE]);
          if (condition !== 'like' && condition !== 'gteq') expect([name, status]).toEqual([name, NEVER.includes(name) ? 400 : 200]); // prettier-ignore
          if (status === 400) continue;
          found += 1;
          expect(body.total_count).toBe(body.items.length);
          expect(body.total_count).toBeLessThanOrEqual(PUBLIC_SKUS.length);
          const isPublic = publicUuids.includes(value) || publicGtins.includes(value) || value === 'published';
          if (!isPublic && kind === 'string') expect([name, value, body.total_count]).toEqual([name, value, 0]);
        }
      }
      // Conditions for IDs, numbers and missing values.
      for (const condition of ['neq', 'null']) {
        const value = kind === 'int' ? '0' : kind === 'string' ? 'x' : '2001-01-02';
        const { status, body } = await get(`/rest/V1/dpp/passports?${filter(name, value, condition)}${beside}`);
        expect([name, status]).toEqual([name, NEVER.includes(name) ? 400 : 200]);
        if (status === 400) continue;
        expectClean(`${name} ${condition}`, JSON.stringify(body.items), [ELSEWHERE]);
        expect(body.total_count).toBe(body.items.length);
      }
    }
    expect(found).toBeGreaterThan(30);
  });

  it('cannot be searched or sorted by, and errors reveal nothing', async () => {
    for (const name of [
      'dpp_payload',
      'archive_reason',
      'predecessor_id',
      'manufacturer',
      'preference',
      'json',
      'id',
      'created_at',
      'of_authority',
    ]) {
      // prettier-ignore
      const answer = await get(`/rest/V1/dpp/passports?${filter(name, '1', 'eq')}`);
      expect([name, answer.status]).toEqual([name, 400]);
      expectClean(name, textOf(answer));
      const sorted = await get(`/rest/V1/dpp/passports?searchCriteria[sortOrders][0][field]=${name}`);
      expect([name, sorted.status]).toEqual([name, 400]);
    }
  });

  it('is not revealed by any URL of a passport', async () => {
    for (const { word, passport } of made) {
      const { uuid, sku, gtin, batch, serial } = passport;
      const isOpen = word.startsWith('OPEN');
      const key = `/01/${gtin}`;
      const addresses = [
        ...[
          '',
          '?storeId=0',
          '?storeId=1',
          '?storeId=7',
          '?storeId=999',
          '?fields=dpp_payload,manufacturer',
          `?batch=${batch}`,
          `?serial=${serial}`,
        ].flatMap((query) => [
          // prettier-ignore
          `/rest/V1/dpp/passport/${sku}${query}`,
          `/rest/all/V1/dpp/passport/${sku}${query}`,
          `/rest/V1/dpp/passport/${sku}/jsonld${query}`,
        ]),
        `/dpp/${uuid}`,
        `/dpp/${uuid}?lang=de`,
        `/dpp/${uuid}/qr.svg`,
        ...['', '?representation=full', '/elements/$', '/elements/$.granularity'].map(
          (rest) => `/dpp/v1/dpps/${uuid}${rest}`,
        ),
        `/dpp/v1/dppsByProductId/${encodeURIComponent(`https://id.example${key}/21/${serial}`)}`,
        `/dpp/${uuid}/qr.png`,
        ...[key, `${key}/10/${batch}`, `${key}/21/${serial}`, `${key}/10/${batch}/21/${serial}`].flatMap((link) => [
          link,
          `${link}?linkType=linkset`,
        ]),
      ];
      for (const address of addresses) {
        const accepts = address.startsWith('/dpp') ? ['text/html', 'application/ld+json'] : ['*/*'];
        for (const accept of accepts) {
          const answer = await get(address, { accept });
          expectClean(`${address} (${accept})`, textOf(answer));
          if (!isOpen && word !== ELSEWHERE) {
            const nothing = address.startsWith('/rest') ? [200, 'null'] : [404, expect.any(String)];
            expect([address, answer.status, answer.text]).toEqual([address, ...nothing]);
          }
        }
      }
      const asked = `{ a: dppPassportBySku(sku: "${sku}") { ${FIELDS} } b: dppPassportBySku(sku: "${sku}", storeId: 7) { ${FIELDS} } }`;
      const answer = await graphql(asked);
      expectClean(`GraphQL ${sku}`, textOf(answer));
      expect(answer.body.data.a === null).toBe(!isOpen);
      if (isOpen) {
        const [svg, png] = [await get(`/dpp/${uuid}/qr.svg`), await fetch(`${app.url}/dpp/${uuid}/qr.png`)];
        expectClean(`code of ${sku}`, `${decodeSvg(svg.text)} ${saidByPng(Buffer.from(await png.arrayBuffer()))}`);
      }
    }
  });

  it('includes passports of other stores, which only those stores show', async () => {
    const { passport } = made.find(({ word }) => word === ELSEWHERE)!;
    for (const path of ['/rest/V1/dpp/passport/', '/rest/all/V1/dpp/passport/'])
      expect((await get(path + passport.sku)).text).toBe('null');
    expect((await get(`/rest/other/V1/dpp/passport/${passport.sku}`)).body.sku).toBe(passport.sku);
    const { items, total_count } = (await get('/rest/other/V1/dpp/passports')).body;
    expect(total_count).toBe(PUBLIC_SKUS.length + 1);
    expect(items.map(({ sku }: { sku: string }) => sku).sort()).toEqual([passport.sku, ...PUBLIC_SKUS].sort());
    const seen = await graphql(`{ dppPassportBySku(sku: "${passport.sku}") { sku } }`, { Store: 'other' });
    expect(seen.body.data.dppPassportBySku).toEqual({ sku: passport.sku });
    expect(
      (await graphql(`{ dppPassportBySku(sku: "${passport.sku}") { sku } }`)).body.data.dppPassportBySku,
    ).toBeNull();
  });

  it('is absent from schemas, contexts, vocabularies and API descriptions', async () => {
    for (const path of [
      '/dpp/schema/hiding/1.0.0.json',
      '/dpp/context/hiding/1.0.0.jsonld',
      '/dpp/vocab/hiding/1',
      '/dpp/vocab/passport/1',
      '/.well-known/gs1resolver',
      '/swagger-json',
      '/rest/schema',
      '/rest/V1/dpp/passports?searchCriteria[pageSize]=1&searchCriteria[currentPage]=9',
      '/graphql',
    ]) {
      const answer = await get(path, { accept: '*/*' });
      expectClean(path, textOf(answer));
      if (path.startsWith('/dpp')) for (const tier of TIERS) expect(answer.text).not.toContain(`of_${tier}`);
    }
  });

  it('exists in the test data, next to public values that are returned', async () => {
    const { body, text } = await get('/rest/V1/dpp/passport/OPEN-sku');
    expect(body.manufacturer.name).toBe('OPENmaker');
    expect(JSON.parse(body.dpp_payload)).toEqual({
      material: 'OPENmaterial',
      part: { seen: 'OPENpart' },
      parts: [{ seen: 'OPENparts' }],
    });
    for (const tier of TIERS) expect(text).not.toContain(`of_${tier}`);
    const page = await get(`/dpp/${body.uuid}`, { accept: 'text/html' });
    expect(page.text).toContain('OPENparts');
    // An administrator sees the hidden values, so they exist.
    const all = await shop.call('GET', `passports/${body.passport_id}?version=1`);
    expect(all.text).toContain(`${MARK}topauthority`);
  });
});
