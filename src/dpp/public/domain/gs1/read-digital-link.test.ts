import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { digitalLink } from '../../../passport/domain/index.js';
import { applicationIdentifiers } from './dictionary.js';
import { isSupported } from './linters.js';
import { readDigitalLink } from './read-digital-link.js';

interface Vector {
  readonly line: number;
  readonly valid: boolean;
  readonly uri: string;
  readonly elements?: string;
  readonly stem?: string | null;
}

const VECTORS = JSON.parse(
  readFileSync(join(__dirname, '../../../../../test/fixtures/gs1/digital-link-vectors.json'), 'utf8'),
) as { readonly parse: readonly Vector[]; readonly generate: readonly Vector[] };

const HOST = 'requests arrive at an address of the server, so scheme and host are not validated';
const SHORT = 'GTINs with 8, 12 and 13 digits are always accepted, because printed codes contain them';
const LETTERS = 'names instead of numbers ("gtin", "ser", "sscc") were removed from the standard and are rejected';
const UNKNOWN = 'an identifier that the dictionary lacks is always rejected; the GS1 engine has a setting for it';

/** Test vectors where this reader deliberately differs from the GS1 engine, by line, with the reason. */
const DEPARTURES: Readonly<Record<number, string>> = {
  1344: HOST,
  1392: HOST,
  1437: LETTERS,
  1438: LETTERS,
  1439: LETTERS,
  1454: SHORT,
  1464: SHORT,
  1474: SHORT,
  1489: SHORT,
  1499: SHORT,
  1767: UNKNOWN,
};

const read = (uri: string) => {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]*([^?#]*)(?:\?([^#]*))?/i.exec(uri) ?? [];
  return readDigitalLink(path.split('/').slice(1).map(decodeURIComponent), query);
};

/** The element string without brackets. `^` stands for the FNC1 separator after values of variable length. */
const elementsOf = (uri: string): string | undefined => {
  const link = read(uri);
  return link && [...link.path, ...link.attributes].map(([identifier, value]) => identifier + value).join('');
};

describe("the test vectors of GS1's syntax engine", () => {
  it.each(VECTORS.parse)('are read as expected: line $line, $uri', ({ line, valid, uri, elements }) => {
    const found = elementsOf(uri);
    const isSame = valid ? found === elements?.replaceAll('^', '') : found === undefined;
    expect([isSame, DEPARTURES[line]]).toEqual([DEPARTURES[line] === undefined, DEPARTURES[line]]);
  });

  it.each(VECTORS.generate.filter(({ valid }) => valid))(
    'are written as expected: line $line, $uri',
    ({ line, uri, elements = '', stem }) => {
      const given = new Map(
        [...elements.matchAll(/\((\d+)\)([^(]*)/g)].map(([, key = '', value = '']) => [key, value]),
      );
      const isOurs = [...given.keys()].every((key) => ['01', '10', '21'].includes(key));
      if (isOurs) {
        const key = { gtin: given.get('01') ?? '', batch: given.get('10') ?? null, serial: given.get('21') ?? null };
        expect(digitalLink((stem ?? 'https://id.gs1.org').replace(/\/$/, ''), key)).toBe(uri);
        return;
      }
      // Kontor only writes links with GTIN, batch and serial number. Links with other keys are only read, and must return
      // the elements that the vector was made from.
      const link = read(uri);
      if (line === 2206) expect([link, UNKNOWN]).toEqual([undefined, UNKNOWN]);
      else expect(new Map([...(link?.path ?? []), ...(link?.attributes ?? [])])).toEqual(given);
    },
  );

  it('are complete', () => {
    expect([VECTORS.parse.length, VECTORS.generate.length]).toEqual([118, 22]);
  });
});

describe('the query of a Digital Link', () => {
  const GTIN = '09520123456788';
  const isRead = (query: string, ...qualifiers: readonly string[]): boolean =>
    readDigitalLink(['01', GTIN, ...qualifiers], query) !== undefined;

  it.each([
    '',
    'utm_source=shop&lang=de',
    '17=281231',
    '17=280229',
    '17=281200',
    '3103=000195',
    '7003=2812312359',
    '422=276',
    '8008=28123123',
    '8008=2812312359',
    '99=%2Fa',
    '10x=free',
    'linkType=gs1:pip&11=260101',
  ])('is accepted: %j', (query) => {
    expect(isRead(query)).toBe(true);
  });

  it.each([
    ['an invalid day', '17=281232'],
    ['29 February outside a leap year', '17=270229'],
    ['an invalid month', '17=281331'],
    ['a missing day', '7006=281200'],
    ['a value that is too short', '17=28123'],
    ['a value that is too long', '17=2812311'],
    ['letters', '3103=00019x'],
    ['an invalid minute', '7003=2812312360'],
    ['an empty value', '99='],
    ['a missing value', '99'],
    ['a repeated identifier', '99=A&99=A'],
    ['an identifier that is already in the path', `01=${GTIN}`],
    ['an identifier that belongs in the path', '10=ABC'],
    ['an identifier that belongs in the path', '21=ABC'],
    ['an identifier that is not allowed in queries', '8200=http://a.example'],
    ['an unknown identifier', '999=x'],
    ['an unknown identifier', '1=x'],
    ['an invalid character', '99=%C3%BC'],
    ['a space', '99=a+b'],
    ['broken encoding', '99=%E0%A4%A'],
    ['an identifier that excludes another one', '3920=0299&3930=9780299'],
    ['an identifier without those that it requires', '250=X'],
  ])('is rejected for %s: %s', (_, query) => {
    expect(isRead(query)).toBe(false);
  });

  it('is accepted if the identifiers that it requires are present', () => {
    expect([isRead('250=X', '21', 'S'), isRead('8030=abc-_', '21', 'S'), isRead('8030=abc-_')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is validated by all linters of the dictionary except code lists and coupons', () => {
    const linters = [...applicationIdentifiers().values()].flatMap(({ components }) =>
      components.flatMap((component) => component.linters),
    );
    expect([...new Set(linters)].filter((linter) => !isSupported(linter)).toSorted()).toEqual([
      'couponcode',
      'couponposoffer',
      'csumalpha',
      'gcppos1',
      'gcppos2',
      'iso3166',
      'iso3166999',
      'iso4217',
      'packagetype',
    ]);
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.string(), (segments, query) => {
        const link = readDigitalLink(segments, query);
        expect(link === undefined || link.path.size > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
