import { aContent } from '../../../../test/support/passport-content.js';
import { day, type Fault } from '../../../../libs/kernel/index.js';
import {
  COUNTRIES,
  isCountry,
  isLanguageTag,
  type Manufacturer,
  type PassportContent,
} from '../../passport/domain/index.js';
import { envelopeFaults, manufacturerNamed, nameAtPublication, paddedGtin, printedFaults } from './envelope.js';

const fields = (faults: readonly Fault[]): unknown[] => faults.map((fault) => fault.field);
const MAKER = aContent().manufacturer as Manufacturer;
const PARTY = {
  role: 'importer',
  name: 'I',
  ids: [],
  address: null,
  country: null,
  email: null,
  url: null,
  since: null,
} as const;
const IDS = [
  { scheme: 'eori', value: 'HU9524000018' },
  { scheme: 'gln', value: '9524000000187' },
  { scheme: 'vat', value: 'DE123456789' },
  { scheme: 'lei', value: '00EX00SAARFLUSS00132' },
  { scheme: 'duns', value: '123456789' },
  { scheme: 'other', value: '0' },
  { scheme: null, value: '0' },
];
const BACKUP = { operatorId: null, idScheme: 'gln', name: null, address: null, url: null };
const PART = { passport: null, productId: null, link: null, quantity: null, role: null };
const DOCUMENT = { kind: 'manual', title: 'M', documentId: null, url: null, language: null, sha256: null, point: 1 };
const HASH = 'a'.repeat(64);

describe('a saved envelope', () => {
  it.each<[string, Partial<PassportContent>, string[]]>([
    ['a complete envelope', {}, []],
    [
      'an envelope with a SKU alone',
      {
        productName: null,
        imageUrl: null,
        gtin: null,
        mpn: null,
        countryOfOrigin: null,
        hsCode: null,
        manufacturer: null,
        esprCategory: null,
      },
      [],
    ],
    ['an envelope without a SKU', { sku: '' }, ['sku']],
    ['a wrong check digit', { gtin: '09524000010019' }, ['gtin']],
    ['a batch with an umlaut', { batch: 'Ä' }, ['batch']],
    ['a serial number that is too long', { serial: '1'.repeat(21) }, ['serial']],
    ['the country UK', { countryOfOrigin: 'UK' }, ['country_of_origin']],
    ['a country in lower case', { countryOfOrigin: 'de' }, ['country_of_origin']],
    ['an HS code of 7 digits', { hsCode: '8507600' }, ['hs_code']],
    ['a name in an unknown language', { productName: { 'en-UK': 'Drill' } }, ['product_name']],
    ['a product name that is blank', { productName: { en: ' ' } }, ['product_name.en']],
    ['an image URL with a script', { imageUrl: 'javascript:alert(1)' }, ['image_url']],
    ['an image URL with a password', { imageUrl: 'https://user:pass@maker.example/a.png' }, ['image_url']],
    ['an image URL with a user name', { imageUrl: 'https://user@maker.example/a.png' }, ['image_url']],
    ['an image URL with @ in its path', { imageUrl: 'https://maker.example:8443/@a.png?b=c@d#e' }, []],
    ['an image URL of a host alone', { imageUrl: 'https://maker.example' }, []],
    [
      'a manufacturer URL with a user name',
      { manufacturer: { ...MAKER, url: 'https://a@b.example' } },
      ['manufacturer.url'],
    ],
    [
      'an invalid LEI',
      { manufacturer: { ...MAKER, idScheme: 'lei', operatorId: 'ABCDE123456789012345' } },
      ['manufacturer.operator_id'],
    ],
    ['a valid LEI', { manufacturer: { ...MAKER, idScheme: 'lei', operatorId: '00EX00SAARFLUSS00132' } }, []],
    ['an unknown scheme', { manufacturer: { ...MAKER, idScheme: 'gcp' } }, ['manufacturer.id_scheme']],
    ['an id without a scheme', { manufacturer: { ...MAKER, idScheme: null, operatorId: 'x' } }, []],
    ['a manufacturer in an unknown country', { manufacturer: { ...MAKER, country: 'XX' } }, ['manufacturer.country']],
    [
      'a manufacturer URL without a protocol',
      { manufacturer: { ...MAKER, url: 'maker.example' } },
      ['manufacturer.url'],
    ],
    ['an end before the start', { validFrom: day('2026-02-01'), validTo: day('2026-01-31') }, ['valid_to']],
    ['a validity of one day', { validFrom: day('2026-02-01'), validTo: day('2026-02-01') }, []],
    [
      'a document',
      { documents: [{ ...DOCUMENT, url: 'https://a.example/m.pdf', language: 'de-AT', sha256: HASH }] },
      [],
    ],
    ['an uploaded document for one point', { documents: [{ ...DOCUMENT, documentId: 7, point: 4 }] }, []],
    [
      'documents with neither link nor file, with both, or with unknown points',
      { documents: [DOCUMENT, { ...DOCUMENT, documentId: 7, url: 'https://a.example' }, { ...DOCUMENT, documentId: 7, point: 0 }, { ...DOCUMENT, documentId: 7, point: 5 }] },
      ['documents[0]', 'documents[1]', 'documents[2].point', 'documents[3].point'],
    ], // prettier-ignore
    ['a mail address', { manufacturer: { ...MAKER, email: 'service@maker.example' } }, []],
    [
      'two mail addresses in one field',
      { manufacturer: { ...MAKER, email: 'a@b.example, c@d.example' } },
      ['manufacturer.email'],
    ],
    ['parties with ids of their schemes', { parties: [{ ...PARTY, ids: IDS }] }, []],
    [
      'parties with ids that do not match their schemes',
      { parties: [PARTY, { ...PARTY, ids: IDS.slice(0, 5).map(({ scheme }) => ({ scheme, value: '0' })) }] },
      ['ids[0].value', 'ids[1].value', 'ids[2].value', 'ids[3].value', 'ids[4].value'].map((at) => `parties[1].${at}`),
    ],
    ['a party with an unknown scheme', { parties: [{ ...PARTY, ids: [{ scheme: 'gcp', value: '1' }] }] }, ['parties[0].ids[0].scheme']], // prettier-ignore
    ['a party without a name or id', { parties: [{ ...PARTY, name: ' ' }] }, ['parties[0].name']],
    ['a party with an invalid country, email and URL', { parties: [{ ...PARTY, country: 'UK', email: 'x', url: 'x' }] }, ['parties[0].country', 'parties[0].email', 'parties[0].url']], // prettier-ignore
    ['a valid facility', { facilities: [{ id: '9524000000187', scheme: 'gln', name: null, country: 'HU' }] }, []],
    ['an invalid facility', { facilities: [{ id: '1', scheme: 'gln', name: null, country: 'XX' }] }, ['facilities[0].id', 'facilities[0].country']], // prettier-ignore
    [
      'a backup provider with an invalid id',
      { backupProvider: { ...BACKUP, operatorId: '1' } },
      ['backup_provider.operator_id'],
    ],
    ['valid JSON pointers', { notApplicable: { '/a/b': 'x', '/a~1b/0/~0': 'x', '/ä "': 'x', '/': 'x' } }, []],
    ['invalid JSON pointers', { notApplicable: { a: 'x', '/a~2': 'x', '': 'x', '#/a': 'x' } }, ['not_applicable', 'not_applicable', 'not_applicable', 'not_applicable']], // prettier-ignore
    ['a pointer without a reason', { notApplicable: { '/a': ' ' } }, ['not_applicable./a']],
    ['too many pointers', { notApplicable: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`/${at}`, 'x'])) }, ['not_applicable']], // prettier-ignore
    ['valid predecessors', { predecessors: ['1', '2147483647', 'https://a.example/1'] }, []],
    ['invalid and repeated predecessors', { predecessors: ['0', '01', '2147483648', 'x', 'https://u@a.example', '1', '1'] }, ['predecessors[0]', 'predecessors[1]', 'predecessors[2]', 'predecessors[3]', 'predecessors[4]', 'predecessors[6]']], // prettier-ignore
    ['valid components', { components: [{ ...PART, passport: 1 }, { ...PART, productId: 'x' }, { ...PART, link: 'https://a.example' }] }, []], // prettier-ignore
    ['invalid components', { components: [PART, { ...PART, passport: 1, productId: 'x' }, { ...PART, link: 'x', quantity: 0 }] }, ['components[0]', 'components[1]', 'components[2].link', 'components[2].quantity']], // prettier-ignore
    [
      'a document with invalid fields',
      { documents: [{ ...DOCUMENT, kind: '', title: ' ', url: 'data:x', language: 'deutsch', sha256: 'A' }] },
      ['documents[0].kind', 'documents[0].title', 'documents[0].url', 'documents[0].language', 'documents[0].sha256'],
    ],
  ])('has the expected faults for %s', (_, parts, expected) => {
    expect(fields(envelopeFaults(aContent(parts)))).toEqual(expected);
  });

  it('stores a valid GTIN with 14 digits', () => {
    expect([paddedGtin('4006381333931'), paddedGtin('wrong'), paddedGtin(null)]).toEqual([
      '04006381333931',
      'wrong',
      null,
    ]);
  });
});

describe('a published envelope', () => {
  it.each<[string, Manufacturer | null, number]>([
    ['no manufacturer', null, 1],
    ['no name', { ...MAKER, name: null }, 1],
    ['a blank name', { ...MAKER, name: ' ' }, 1],
    ['a name', MAKER, 0],
  ])('requires a manufacturer with a name: %s', (_, manufacturer, count) => {
    expect(manufacturerNamed({ manufacturer })).toHaveLength(count);
  });

  it('cannot change what is printed in codes', () => {
    const before = aContent({ batch: 'B' });
    expect(fields(printedFaults(before, aContent({ batch: 'B', sku: 'other' })))).toEqual([]);
    expect(fields(printedFaults(before, { gtin: null, batch: null, serial: 'S' }))).toEqual([
      'gtin',
      'batch',
      'serial',
    ]);
  });

  it.each<[string, Partial<PassportContent>, string | undefined, string | null, object]>([
    ['that the author entered', {}, 'Commerce', 'de_DE', { en: 'Lamp', de: 'Lampe' }],
    ["of the commerce system, in the store's language", { productName: null }, 'Leuchte', 'de_DE', { de: 'Leuchte' }],
    ['of the commerce system, in English without a locale', { productName: {} }, 'Light', null, { en: 'Light' }],
    [
      'of the commerce system, in English if the locale is not a language',
      { productName: null },
      'Light',
      'x1',
      { en: 'Light' },
    ],
    ['of the SKU if there is no other', { productName: null }, undefined, 'de_DE', { de: 'LAMP-1' }],
    ['of the SKU if the name of the commerce system is blank', { productName: null }, ' ', 'fr-FR', { fr: 'LAMP-1' }],
  ])('has the name %s', (_, parts, commerce, locale, expected) => {
    expect(nameAtPublication(aContent(parts), commerce, locale)).toEqual(expected);
  });
});

describe('ISO codes', () => {
  it('include 249 countries, each once, in order', () => {
    expect(COUNTRIES).toHaveLength(249);
    expect([...new Set(COUNTRIES)].sort()).toEqual(COUNTRIES);
    expect(['GB', 'XK', 'UK', 'EU', 'gb', ''].map(isCountry)).toEqual([true, false, false, false, false, false]);
  });

  it.each([
    ['en', true],
    ['de-AT', true],
    ['zh-Hans', true],
    ['zh-Hant-TW', true],
    ['es-419', true],
    ['gsw', true],
    ['zh-yue', true],
    ['de-CH-1996', true],
    ['ca-valencia', true],
    ['de-u-co-phonebk', true],
    ['en-x-own', true],
    ['de-', false],
    ['en-x', false],
    [`en-x${'-abcdefgh'.repeat(4)}`, false],
    ['en-UK', false],
    ['xx', false],
    ['EN', false],
    ['en_GB', false],
    ['de-at', false],
    ['', false],
    ['e', false],
    ['@none', false],
  ])('include the language tag %j: %s', (tag, good) => {
    // prettier-ignore
    expect(isLanguageTag(tag)).toBe(good);
  });
});
