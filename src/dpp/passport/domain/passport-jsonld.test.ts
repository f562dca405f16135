import type { JsonObject } from './json.js';
import type { PublicPassport } from './passport.js';
import { passportJsonLd } from './passport-jsonld.js';

const BASE = 'https://shop.example';
const GTIN = '09524000010018';
const PAGE = `${BASE}/dpp/0b9f6a52`;

const VIEW: PublicPassport = {
  passport_id: 900017,
  uuid: '0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10',
  sku: 'LAMP-1',
  product_name: { en: 'Lamp', de: 'Lampe' },
  image_url: 'https://maker.example/lamp.jpg',
  store_id: 900018,
  template_code: 'lamp',
  template_version: '1.2.3',
  version: 23,
  status: 'published',
  espr_category: 'lighting',
  granularity: 'model',
  gtin: GTIN,
  batch: null,
  serial: null,
  mpn: 'L-1',
  country_of_origin: 'HU',
  hs_code: '940521',
  manufacturer: {
    name: 'Lampenwerk GmbH',
    operator_id: '9524000000187',
    id_scheme: 'gln',
    address: 'Lichtweg 1, Jena',
    country: 'DE',
    url: 'https://maker.example/',
  },
  issuer: { name: 'Lampenhandel', url: 'https://seller.example', operator_id: 'DE123' },
  documents: [{ kind: 'manual', title: 'Use', url: 'https://maker.example/m.pdf', language: 'fr', sha256: 'ab12' }],
  dpp_payload: '{"power_w":7,"none":null}',
  completeness_score: 900019,
  published_at: '2026-06-15T10:00:00.000Z',
  valid_from: '2026-06-16',
  valid_to: '2036-06-16',
  public_url: PAGE,
  qr_url: `${PAGE}/qr.svg`,
  jsonld_url: `${BASE}/rest/V1/dpp/passport/LAMP-1/jsonld`,
  content_digest: 'sha-256:cd34',
};

const PAYLOAD = {
  context: { '@context': [null, { power_w: `${BASE}/dpp/vocab/lamp/1#power` }] },
  prefixes: { l: BASE },
  written: (payload: JsonObject) => payload,
};
const documentOf = (parts: Partial<PublicPassport> = {}): JsonObject =>
  passportJsonLd({ ...VIEW, ...parts }, PAYLOAD, BASE);

describe('passportJsonLd', () => {
  it.each<[PublicPassport['granularity'], Partial<PublicPassport>, string, object]>([
    ['model', {}, 'Product', {}],
    ['batch', { batch: 'L-7' }, 'SomeProducts', { batch: 'L-7' }],
    ['item', { serial: 'S-9' }, 'IndividualProduct', { serialNumber: 'S-9' }],
    ['item', { batch: 'L-7', serial: 'S-9' }, 'IndividualProduct', { batch: 'L-7', serialNumber: 'S-9' }],
  ])('describes a %s with %j as %s', (granularity, parts, type, said) => {
    expect(documentOf({ granularity, ...parts })).toMatchObject({ '@type': 'DigitalProductPassport', granularity });
    const { '@id': _id, subjectOf, ...about } = documentOf({ granularity, ...parts })['about'] as JsonObject;
    expect(subjectOf).toEqual({ '@id': PAGE });
    expect(about).toEqual({
      '@type': type,
      name: [
        { '@language': 'en', '@value': 'Lamp' },
        { '@language': 'de', '@value': 'Lampe' },
      ],
      sku: 'LAMP-1',
      gtin: GTIN,
      mpn: 'L-1',
      image: 'https://maker.example/lamp.jpg',
      category: 'lighting',
      hsCode: '940521',
      countryOfOrigin: 'HU',
      manufacturer: {
        '@type': 'Organization',
        name: 'Lampenwerk GmbH',
        identifier: { '@type': 'PropertyValue', propertyID: 'gln', value: '9524000000187' },
        globalLocationNumber: '9524000000187',
        address: { '@type': 'PostalAddress', streetAddress: 'Lichtweg 1, Jena', addressCountry: 'DE' },
        url: 'https://maker.example/',
      },
      ...said,
    });
  });

  it.each([
    ['lei', 'leiCode'],
    ['duns', 'duns'],
    ['vat', 'vatID'],
  ])('writes an identifier of the scheme %s as %s', (scheme, property) => {
    const manufacturer = {
      ...VIEW.manufacturer,
      id_scheme: scheme,
      operator_id: 'X1',
    } as PublicPassport['manufacturer'];
    expect(documentOf({ manufacturer })).toMatchObject({ about: { manufacturer: { [property]: 'X1' } } });
  });

  it('omits fields without a value', () => {
    const nothing = { product_name: null, image_url: null, espr_category: null, gtin: null, mpn: null };
    const bare = documentOf({
      ...nothing,
      country_of_origin: null,
      hs_code: null,
      manufacturer: {
        ...VIEW.manufacturer,
        name: null,
        operator_id: null,
        id_scheme: null,
        address: null,
        country: null,
        url: null,
      },
      issuer: null,
      documents: [],
      valid_from: null,
      valid_to: null,
    });
    expect(bare['about']).toEqual({ '@id': `${PAGE}#product`, '@type': 'Product', sku: 'LAMP-1', subjectOf: { '@id': PAGE } }); // prettier-ignore
    expect(Object.keys(bare)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(publisher|associatedMedia|passportValid.*)$/)]),
    );
    expect(bare['payload']).toEqual({ power_w: 7 });
  });
});

describe('the @id of a product in linked data', () => {
  it.each<[string, Partial<PublicPassport>, string]>([
    ['the GS1 Digital Link of a model', {}, `${BASE}/01/${GTIN}`],
    ['the GS1 Digital Link of a batch', { batch: 'L/7' }, `${BASE}/01/${GTIN}/10/L%2F7`],
    ['the GS1 Digital Link of an item', { serial: 'S-9' }, `${BASE}/01/${GTIN}/21/S-9`],
    [
      'the GS1 Digital Link of an item, without its batch',
      { batch: 'L-7', serial: 'S-9' },
      `${BASE}/01/${GTIN}/21/S-9`,
    ],
    ['a fragment of the page without a GTIN', { gtin: null }, `${PAGE}#product`],
    [
      'a fragment of the page for an item without a GTIN',
      { gtin: null, batch: 'L-7', serial: 'S-9' },
      `${PAGE}#product`,
    ],
  ])('is %s', (_, parts, id) => {
    expect(documentOf(parts)).toMatchObject({ '@id': PAGE, about: { '@id': id, subjectOf: { '@id': PAGE } } });
  });
});

it('passportJsonLd includes traits, parties, facilities and components if they are set', () => {
  const document = documentOf({
    placed_on_market_on: '2027-03-01',
    has_bms: false,
    rated_energy_wh: 545.4,
    parties: [
      {
        role: 'importer',
        name: 'I',
        ids: [{ scheme: 'eori', value: 'HU1' }],
        address: null,
        country: 'HU',
        email: 'a@b.example',
        url: null,
      },
    ],
    facilities: [{ id: '9524000000187', scheme: 'gln', name: 'Győr', country: null }],
    backup_provider: { operator_id: 'X', id_scheme: null, name: 'B', address: null, url: 'https://b.example' },
    components: [{ product_id: 'C-1', link: 'https://c.example', quantity: 30, role: 'cell' }],
    not_applicable: { '/a': 'none' },
  });
  expect(document).toMatchObject({
    backupProvider: { '@type': 'Organization', name: 'B', identifier: { value: 'X' }, url: 'https://b.example' },
    notApplicable: [{ pointer: '/a', reason: 'none' }],
    about: {
      placedOnMarketOn: '2027-03-01',
      hasBms: false,
      ratedEnergyWh: 545.4,
      party: [
        {
          '@type': 'Organization',
          partyRole: 'importer',
          name: 'I',
          identifier: [{ '@type': 'PropertyValue', propertyID: 'eori', value: 'HU1' }],
          address: { '@type': 'PostalAddress', addressCountry: 'HU' },
          email: 'a@b.example',
        },
      ],
      facility: [{ '@type': 'Place', name: 'Győr', identifier: { propertyID: 'gln', value: '9524000000187' } }],
      component: [{ identifier: 'C-1', componentPassport: 'https://c.example', quantity: 30, componentRole: 'cell' }],
    },
  });
});

it('passportJsonLd contains every public field except those internal to this service', () => {
  const text = JSON.stringify(documentOf({ batch: 'L-7', serial: 'S-9' }));
  const isSaid = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).every(isSaid) : text.includes(String(value));
  const { dpp_payload: _said, ...view } = { ...VIEW, batch: 'L-7', serial: 'S-9' };
  const unsaid = Object.entries(view).filter(([, value]) => !isSaid(value));
  expect(unsaid.map(([name]) => name)).toEqual([
    'passport_id',
    'store_id',
    'completeness_score',
    'jsonld_url',
    'content_digest',
  ]);
});

it('passportJsonLd adds predecessors, and their term in the context, only if there are any', () => {
  const predecessors = [`${BASE}/dpp/1`, 'https://elsewhere.example/2'];
  const [said, unsaid] = [documentOf({ predecessors }), documentOf()];
  expect(said['predecessor']).toEqual(predecessors);
  const word = { predecessor: { '@id': `${BASE}/dpp/vocab/passport/1#predecessor`, '@type': '@id' } };
  expect(said['@context']).toEqual(expect.arrayContaining([expect.objectContaining(word)]));
  expect(JSON.stringify(unsaid)).not.toContain('predecessor');
});
