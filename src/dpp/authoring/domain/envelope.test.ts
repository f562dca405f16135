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

describe('an envelope that is saved', () => {
  it.each<[string, Partial<PassportContent>, string[]]>([
    ['whole', {}, []],
    [
      'everything but the SKU may be missing',
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
    ['no SKU', { sku: '' }, ['sku']],
    ['a wrong check digit', { gtin: '09524000010019' }, ['gtin']],
    ['a batch with an umlaut', { batch: 'Ä' }, ['batch']],
    ['a serial number that is too long', { serial: '1'.repeat(21) }, ['serial']],
    ['UK is no country', { countryOfOrigin: 'UK' }, ['country_of_origin']],
    ['a country in small letters', { countryOfOrigin: 'de' }, ['country_of_origin']],
    ['an HS code of 7 digits', { hsCode: '8507600' }, ['hs_code']],
    ['a name in no language', { productName: { 'en-UK': 'Drill' } }, ['product_name']],
    ['a name that says nothing', { productName: { en: ' ' } }, ['product_name.en']],
    ['a picture that is a script', { imageUrl: 'javascript:alert(1)' }, ['image_url']],
    ['a picture behind a password', { imageUrl: 'https://user:pass@maker.example/a.png' }, ['image_url']],
    ['a picture behind a name', { imageUrl: 'https://user@maker.example/a.png' }, ['image_url']],
    ['a picture of an @', { imageUrl: 'https://maker.example:8443/@a.png?b=c@d#e' }, []],
    ['a picture of a host alone', { imageUrl: 'https://maker.example' }, []],
    ['a manufacturer behind a name', { manufacturer: { ...MAKER, url: 'https://a@b.example' } }, ['manufacturer.url']],
    [
      'a LEI that is none',
      { manufacturer: { ...MAKER, idScheme: 'lei', operatorId: 'ABCDE123456789012345' } },
      ['manufacturer.operator_id'],
    ],
    ['a LEI', { manufacturer: { ...MAKER, idScheme: 'lei', operatorId: '00EX00SAARFLUSS00132' } }, []],
    ['a scheme nobody knows', { manufacturer: { ...MAKER, idScheme: 'gcp' } }, ['manufacturer.id_scheme']],
    ['an id without a scheme', { manufacturer: { ...MAKER, idScheme: null, operatorId: 'x' } }, []],
    ['a manufacturer in no country', { manufacturer: { ...MAKER, country: 'XX' } }, ['manufacturer.country']],
    ['a manufacturer on no web', { manufacturer: { ...MAKER, url: 'maker.example' } }, ['manufacturer.url']],
    ['days turned round', { validFrom: day('2026-02-01'), validTo: day('2026-01-31') }, ['valid_to']],
    ['one day', { validFrom: day('2026-02-01'), validTo: day('2026-02-01') }, []],
    [
      'a document',
      { documents: [{ ...DOCUMENT, url: 'https://a.example/m.pdf', language: 'de-AT', sha256: HASH }] },
      [],
    ],
    ['a document of this service for one point', { documents: [{ ...DOCUMENT, documentId: 7, point: 4 }] }, []],
    [
      'neither link nor file, both, and points that nobody has',
      { documents: [DOCUMENT, { ...DOCUMENT, documentId: 7, url: 'https://a.example' }, { ...DOCUMENT, documentId: 7, point: 0 }, { ...DOCUMENT, documentId: 7, point: 5 }] },
      ['documents[0]', 'documents[1]', 'documents[2].point', 'documents[3].point'],
    ], // prettier-ignore
    ['a mail address', { manufacturer: { ...MAKER, email: 'service@maker.example' } }, []],
    [
      'a mail address of two',
      { manufacturer: { ...MAKER, email: 'a@b.example, c@d.example' } },
      ['manufacturer.email'],
    ],
    ['parties with ids of their schemes', { parties: [{ ...PARTY, ids: IDS }] }, []],
    [
      'parties with ids that are none of their schemes',
      { parties: [PARTY, { ...PARTY, ids: IDS.slice(0, 5).map(({ scheme }) => ({ scheme, value: '0' })) }] },
      ['ids[0].value', 'ids[1].value', 'ids[2].value', 'ids[3].value', 'ids[4].value'].map((at) => `parties[1].${at}`),
    ],
    ['a party by a scheme nobody knows', { parties: [{ ...PARTY, ids: [{ scheme: 'gcp', value: '1' }] }] }, ['parties[0].ids[0].scheme']], // prettier-ignore
    ['a party of which nothing is said', { parties: [{ ...PARTY, name: ' ' }] }, ['parties[0].name']],
    ['a party of no country', { parties: [{ ...PARTY, country: 'UK', email: 'x', url: 'x' }] }, ['parties[0].country', 'parties[0].email', 'parties[0].url']], // prettier-ignore
    ['a plant', { facilities: [{ id: '9524000000187', scheme: 'gln', name: null, country: 'HU' }] }, []],
    ['no plant', { facilities: [{ id: '1', scheme: 'gln', name: null, country: 'XX' }] }, ['facilities[0].id', 'facilities[0].country']], // prettier-ignore
    ['a back-up provider', { backupProvider: { ...BACKUP, operatorId: '1' } }, ['backup_provider.operator_id']],
    ['pointers', { notApplicable: { '/a/b': 'x', '/a~1b/0/~0': 'x', '/ä "': 'x', '/': 'x' } }, []],
    ['no pointers', { notApplicable: { a: 'x', '/a~2': 'x', '': 'x', '#/a': 'x' } }, ['not_applicable', 'not_applicable', 'not_applicable', 'not_applicable']], // prettier-ignore
    ['a pointer without a reason', { notApplicable: { '/a': ' ' } }, ['not_applicable./a']],
    ['too many pointers', { notApplicable: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`/${at}`, 'x'])) }, ['not_applicable']], // prettier-ignore
    ['predecessors', { predecessors: ['1', '2147483647', 'https://a.example/1'] }, []],
    ['what is no predecessor', { predecessors: ['0', '01', '2147483648', 'x', 'https://u@a.example', '1', '1'] }, ['predecessors[0]', 'predecessors[1]', 'predecessors[2]', 'predecessors[3]', 'predecessors[4]', 'predecessors[6]']], // prettier-ignore
    ['components', { components: [{ ...PART, passport: 1 }, { ...PART, productId: 'x' }, { ...PART, link: 'https://a.example' }] }, []], // prettier-ignore
    ['what is no component', { components: [PART, { ...PART, passport: 1, productId: 'x' }, { ...PART, link: 'x', quantity: 0 }] }, ['components[0]', 'components[1]', 'components[2].link', 'components[2].quantity']], // prettier-ignore
    [
      'a document that leads nowhere',
      { documents: [{ ...DOCUMENT, kind: '', title: ' ', url: 'data:x', language: 'deutsch', sha256: 'A' }] },
      ['documents[0].kind', 'documents[0].title', 'documents[0].url', 'documents[0].language', 'documents[0].sha256'],
    ],
  ])('%s', (_, parts, expected) => {
    expect(fields(envelopeFaults(aContent(parts)))).toEqual(expected);
  });

  it('a GTIN is kept in 14 digits', () => {
    expect([paddedGtin('4006381333931'), paddedGtin('wrong'), paddedGtin(null)]).toEqual([
      '04006381333931',
      'wrong',
      null,
    ]);
  });
});

describe('before it is published', () => {
  it.each<[string, Manufacturer | null, number]>([
    ['nobody', null, 1],
    ['without a name', { ...MAKER, name: null }, 1],
    ['a blank name', { ...MAKER, name: ' ' }, 1],
    ['named', MAKER, 0],
  ])('the manufacturer: %s', (_, manufacturer, count) => {
    expect(manufacturerNamed({ manufacturer })).toHaveLength(count);
  });

  it('what is printed in codes stays', () => {
    const before = aContent({ batch: 'B' });
    expect(fields(printedFaults(before, aContent({ batch: 'B', sku: 'other' })))).toEqual([]);
    expect(fields(printedFaults(before, { gtin: null, batch: null, serial: 'S' }))).toEqual([
      'gtin',
      'batch',
      'serial',
    ]);
  });

  it.each<[string, Partial<PassportContent>, string | undefined, string | null, object]>([
    ['what was authored', {}, 'Commerce', 'de_DE', { en: 'Lamp', de: 'Lampe' }],
    ["commerce's, under the store's language", { productName: null }, 'Leuchte', 'de_DE', { de: 'Leuchte' }],
    ['else under English', { productName: {} }, 'Light', null, { en: 'Light' }],
    ['a locale that is no language', { productName: null }, 'Light', 'x1', { en: 'Light' }],
    ['else the SKU', { productName: null }, undefined, 'de_DE', { de: 'LAMP-1' }],
    ['a blank name of commerce is none', { productName: null }, ' ', 'fr-FR', { fr: 'LAMP-1' }],
  ])('the name: %s', (_, parts, commerce, locale, expected) => {
    expect(nameAtPublication(aContent(parts), commerce, locale)).toEqual(expected);
  });
});

describe('codes of ISO', () => {
  it('249 countries, each once, in order', () => {
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
  ])('language %j: %s', (tag, good) => {
    // prettier-ignore
    expect(isLanguageTag(tag)).toBe(good);
  });
});
