import { PAGE_FACTS, type PublicPassport, SHOWN_FIELDS } from '../../../passport/domain/index.js';
import { companies, components, identity, record, validity } from './facts.js';
import type { PageReading, Value } from './values.js';
import { WORDS } from './words.js';

const reading = (page: 'en' | 'de'): PageReading => ({
  languages: [page],
  page,
  words: WORDS[page],
  termOf: () => undefined,
});

const passport = (parts: object): PublicPassport => parts as PublicPassport;

const shown = (value: Value): string => {
  if (value.kind === 'link') return `${value.text} -> ${value.href}`;
  return 'text' in value ? value.text : value.kind;
};
const lines = (facts: readonly { readonly label: string; readonly value: Value }[]): readonly string[] =>
  facts.map(({ label, value }) => `${label}: ${shown(value)}`);

const companyLines = (parts: object, page: 'en' | 'de' = 'en') =>
  companies(passport(parts), reading(page)).map(({ id, title, facts }) => [id, title, ...lines(facts)]);

const MAKER = {
  name: 'Lampenwerk GmbH',
  address: 'Lichtweg 1, Jena',
  country: 'DE',
  url: 'https://maker.example/',
  operator_id: '9524000000187',
  id_scheme: 'gln',
};
const PARTY = { name: 'Import Ltd', address: null, country: null, url: null, email: null, since: null };

/** Public fields that the page shows in another form than as a fact. */
const SHOWN_ELSEWHERE = [
  ...['product_name', 'granularity'], // the head of the page
  ...['manufacturer', 'parties', 'facilities', 'backup_provider', 'issuer'], // the companies
  ...['identifiers', 'components', 'documents', 'dpp_payload', 'not_applicable'], // sections
  ...['template_code', 'template_version', 'version', 'uuid', 'published_at', 'valid_from', 'valid_to'], // the record
  ...['completeness_score', 'content_digest'],
  ...['predecessors', 'public_url', 'jsonld_url'], // links
];

/** Public fields for programs. The page loads no images of other hosts, and a public version is always published. */
const NOT_ON_THE_PAGE = ['passport_id', 'store_id', 'status', 'image_url', 'qr_url'];

it('the page shows every public field, except those listed as not shown', () => {
  const known = [...Object.keys(PAGE_FACTS), ...SHOWN_ELSEWHERE, ...NOT_ON_THE_PAGE];
  expect(known.toSorted()).toEqual(SHOWN_FIELDS.map(({ name }) => name).toSorted());
});

describe('the identity of a product on the page', () => {
  const parts = {
    ...{ serial: 'S-1', gtin: '09524000010018', sku: 'LAMP-1', batch: '', mpn: null },
    ...{ country_of_origin: 'HU', espr_category: 'toys', rechargeable: false },
  };

  it('is in declared order, without empty fields', () => {
    expect(lines(identity(passport(parts), reading('en')))).toEqual([
      'Article number (SKU): LAMP-1',
      'GTIN: 09524000010018',
      'Serial number: S-1',
      'Product category (ESPR): Toys',
      'Country of origin: Hungary',
      'Rechargeable: No',
    ]);
  });

  it('is in the language of the page', () => {
    expect(lines(identity(passport({ ...parts, rechargeable: true }), reading('de'))).slice(3)).toEqual([
      'Produktkategorie (ESPR): Spielzeug',
      'Ursprungsland: Ungarn',
      'Wiederaufladbar: Ja',
    ]);
  });

  it('marks codes that are read character by character', () => {
    const codes = identity(passport(parts), reading('en')).map(({ code }) => code);
    expect(codes).toEqual([true, true, true, false, false, false]);
  });

  it('ends with further identifiers, by the usual name of their scheme', () => {
    const identifiers = [
      { scheme: 'did', value: 'did:web:maker.example' },
      { scheme: 'iso15459', value: 'QC1' },
      { scheme: 'own', value: 'X' },
    ];
    expect(lines(identity(passport({ identifiers }), reading('en')))).toEqual([
      'Identifier (DID): did:web:maker.example',
      'Identifier (ISO/IEC 15459): QC1',
      'Identifier (own): X',
    ]);
  });
});

describe('companies on the page', () => {
  it('show all data of the manufacturer', () => {
    expect(companyLines({ manufacturer: MAKER })).toEqual([
      [
        'manufacturer',
        WORDS.en.manufacturer,
        'Name: Lampenwerk GmbH',
        'Address: Lichtweg 1, Jena',
        'Country: Germany',
        'Operator identifier: 9524000000187 (GLN)',
        'Website: https://maker.example/ -> https://maker.example/',
      ],
    ]);
  });

  it("take the manufacturer's identifiers from its first party, and list it once", () => {
    const ids = (value: string) => [{ scheme: 'vat', value }];
    const parties = [
      { ...PARTY, role: 'importer', ids: ids('GB1'), since: '2027-02-18' },
      { ...PARTY, role: 'manufacturer', ids: ids('DE1') },
      { ...PARTY, role: 'manufacturer', name: 'Second', ids: [{ scheme: 'other', value: 'DE2' }] },
    ];
    const [maker, ...others] = companyLines({ manufacturer: MAKER, parties });
    expect(maker).toContain('Operator identifier: DE1 (VAT)');
    expect(maker).not.toContain('Operator identifier: 9524000000187 (GLN)');
    expect(others).toEqual([
      [
        'party-1',
        'Importer',
        'Name: Import Ltd',
        'Operator identifier: GB1 (VAT)',
        'Responsible since: 18 February 2027',
      ],
      ['party-2', 'Manufacturer', 'Name: Second', 'Operator identifier: DE2'],
    ]);
  });

  it('include issuer, facilities and backup provider, in this order', () => {
    const parts = {
      backup_provider: { ...PARTY, name: 'Backup AG', operator_id: 'HRB 1', id_scheme: 'other' },
      facilities: [{ id: '9524000000194', scheme: 'gln', name: null, country: 'CZ' }],
      issuer: { name: 'Shop', url: 'javascript:alert(1)', operator_id: 'DE123' },
    };
    expect(companyLines(parts, 'de')).toEqual([
      [
        'issuer',
        WORDS.de.issuer,
        'Name: Shop',
        `${WORDS.de.operatorId}: DE123`,
        `${WORDS.de.website}: javascript:alert(1)`,
      ],
      ['facility-1', WORDS.de.facility, 'Land: Tschechien', `${WORDS.de.facilityId}: 9524000000194 (GLN)`],
      ['backup', WORDS.de.backupProvider, 'Name: Backup AG', `${WORDS.de.operatorId}: HRB 1`],
    ]);
  });

  it('are not shown without facts', () => {
    expect(companyLines({ manufacturer: null, issuer: null, backup_provider: null })).toEqual([]);
    expect(companyLines({ facilities: [{ id: '', scheme: null, name: '', country: null }] })).toEqual([]);
  });

  it('link a mail address only if it has no further parameters', () => {
    const line = (email: string) => companyLines({ manufacturer: { ...MAKER, email } })[0]?.at(-2);
    expect(line('info@maker.example')).toBe('E-mail: info@maker.example -> mailto:info@maker.example');
    for (const more of ['info@maker.example?bcc=all@maker.example', 'info?bcc=all@maker.example'])
      expect(line(more)).toBe(`E-mail: ${more}`);
  });
});

describe('components on the page', () => {
  const one = { product_id: 'CELL', link: null, quantity: null, role: null };

  it('show quantity, role and product, and link web addresses', () => {
    const all = [
      { ...one, quantity: 1200, role: 'cell' },
      { ...one, link: 'https://maker.example/cell' },
      { ...one, product_id: null, link: 'https://maker.example/other' },
      { ...one, link: 'javascript:alert(1)' },
    ];
    expect(components(passport({ components: all }), reading('de')).map(shown)).toEqual([
      '1200 × cell CELL',
      'CELL -> https://maker.example/cell',
      'https://maker.example/other -> https://maker.example/other',
      'CELL javascript:alert(1)',
    ]);
    expect(components(passport({}), reading('en'))).toEqual([]);
  });
});

describe('the facts of a passport on the page', () => {
  const parts = {
    ...{ version: 3, published_at: '2027-03-01T10:00:00.000Z', valid_from: '2027-03-02', valid_to: null },
    ...{ completeness_score: 80, template_code: 'toy', template_version: '1.0.0', uuid: 'u-1' },
    ...{ public_url: 'https://shop.example/dpp/u-1', content_digest: 'sha-256:cd34' },
  };

  it('show version, validity, predecessors and successors', () => {
    const { words } = reading('en');
    const facts = validity(
      { ...passport(parts), predecessors: ['https://shop.example/dpp/old'], successors: ['urn:new'] },
      reading('en'),
    );
    expect(lines(facts)).toEqual([
      `${words.version}: 3`,
      `${words.publishedAt}: 1 March 2027`,
      `${words.validFrom}: 2 March 2027`,
      `${words.completeness}: 80 %`,
      `${words.predecessor}: https://shop.example/dpp/old -> https://shop.example/dpp/old`,
      `${words.successor}: urn:new`,
    ]);
    expect(lines(validity({ ...passport(parts), valid_to: '2037-03-02' }, reading('de')))).toContain(
      `${WORDS.de.validTo}: 2. März 2037`,
    );
  });

  it('show its template, permanent address and digest', () => {
    const { words } = reading('en');
    expect(lines(record(passport(parts), reading('en')))).toEqual([
      `${words.template}: toy 1.0.0`,
      `${words.passportId}: u-1`,
      `${words.permanent}: https://shop.example/dpp/u-1 -> https://shop.example/dpp/u-1`,
      `${words.digest}: sha-256:cd34`,
    ]);
  });
});
