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
      { documents: [{ kind: 'manual', title: 'M', url: 'https://a.example/m.pdf', language: 'de-AT', sha256: HASH }] },
      [],
    ],
    [
      'a document that leads nowhere',
      { documents: [{ kind: '', title: ' ', url: 'data:x', language: 'deutsch', sha256: 'A' }] },
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
