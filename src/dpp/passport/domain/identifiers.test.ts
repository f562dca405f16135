import fc from 'fast-check';
import {
  checkDigit,
  digitalLink,
  gtin14,
  isGln,
  isGs1Text,
  isCustomsCode,
  isLei,
  isSafeIri,
  isWebAddress,
  withAsciiAddresses,
} from './identifiers.js';

describe('GTIN', () => {
  it.each([
    ['96385074', '00000096385074'],
    ['036000291452', '00036000291452'],
    ['4006381333931', '04006381333931'],
    ['14006381333938', '14006381333938'],
    ['9524000010018', '09524000010018'],
  ])('pads %s to %s', (given, padded) => {
    expect(gtin14(given)).toBe(padded);
  });

  it.each([
    '',
    '4006381333932',
    '400638133393',
    '40063813339311',
    '123456789',
    '4006381-33393',
    ' 4006381333931',
    '٤٠٠٦٣٨١٣٣٣٩٣١',
  ])('rejects %j', (given) => {
    expect(gtin14(given)).toBeUndefined();
  });

  const keys = fc.tuple(
    fc.constantFrom(7, 11, 12, 13),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 13 }),
  );

  it('accepts exactly one check digit, which stays valid after padding', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 9 }), ([length, digits], off) => {
        const body = digits.slice(0, length).join('');
        const check = checkDigit(body);
        const padded = gtin14(`${body}${check}`);
        expect(padded).toHaveLength(14);
        expect(padded && gtin14(padded)).toBe(padded);
        expect(gtin14(`${body}${(check + off) % 10}`)).toBeUndefined();
      }),
    );
  });

  it('detects a single wrong digit anywhere', () => {
    fc.assert(
      fc.property(keys, fc.nat(12), fc.integer({ min: 1, max: 9 }), ([length, digits], index, off) => {
        const body = digits.slice(0, length);
        const key = `${body.join('')}${checkDigit(body.join(''))}`;
        const at = index % length;
        const broken = `${key.slice(0, at)}${(Number(key[at]) + off) % 10}${key.slice(at + 1)}`;
        expect(gtin14(broken)).toBeUndefined();
      }),
    );
  });
});

describe('batch and serial', () => {
  const SET = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

  it('accept the 82 characters of GS1 and no others', () => {
    expect(SET).toHaveLength(82);
    for (let code = 0; code < 256; code += 1) {
      const sign = String.fromCharCode(code);
      expect([sign, isGs1Text(`A${sign}`)]).toEqual([sign, SET.includes(sign)]);
    }
  });

  it.each([
    ['', false],
    ['A'.repeat(20), true],
    ['A'.repeat(21), false],
    ['.', false],
    ['..', false],
    ['...', true],
    ['ü', false],
  ])('accept %j: %s', (text, good) => {
    expect(isGs1Text(text)).toBe(good);
  });
});

describe('the GS1 Digital Link', () => {
  const key = { gtin: '09524000010018', batch: null, serial: null };

  it.each([
    [key, '/01/09524000010018'],
    [{ ...key, batch: 'L2026-38' }, '/01/09524000010018/10/L2026-38'],
    [{ ...key, serial: 'S1' }, '/01/09524000010018/21/S1'],
    [{ ...key, serial: '50%?' }, '/01/09524000010018/21/50%25%3F'],
    [{ ...key, batch: 'A/B', serial: 'S1' }, '/01/09524000010018/21/S1'],
    [{ ...key, batch: "(1)*!'" }, '/01/09524000010018/10/%281%29%2A%21%27'],
  ])('for %j is %s', (given, path) => {
    expect(digitalLink('https://id.shop.example', given)).toBe(`https://id.shop.example${path}`);
  });

  it('returns the same batch and serial number after URL parsing', () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'!"%&\'()*+,-./09:;<=>?AZ_az'), minLength: 1, maxLength: 20 })
      .filter(isGs1Text);
    fc.assert(
      fc.property(text, text, (batch, serial) => {
        const steps = (named: object): readonly string[] =>
          new URL(digitalLink('https://id.example', { ...key, ...named })).pathname.split('/').map(decodeURIComponent);
        expect(steps({ batch })).toEqual(['', '01', key.gtin, '10', batch]);
        expect(steps({ batch, serial })).toEqual(['', '01', key.gtin, '21', serial]);
      }),
    );
  });
});

describe('other keys', () => {
  it.each([
    ['9524000000187', true],
    ['9524000000188', false],
    ['952400000018', false],
  ])('accept the GLN %s: %s', (text, good) => {
    expect(isGln(text)).toBe(good);
  });

  it.each([
    ['00EX00SAARFLUSS00132', true],
    ['00EX00SAARFLUSS00133', false],
    ['ABCDE123456789012345', false],
    ['00ex00saarfluss00132', false],
    ['00EX00SAARFLUSS001', false],
  ])('accept the LEI %s: %s', (text, good) => {
    expect(isLei(text)).toBe(good);
  });

  it.each([
    ['850760', true],
    ['85076000', true],
    ['8507600033', true],
    ['8507', false],
    ['8507600', false],
    ['8507.60', false],
  ])('accept the HS code %s: %s', (text, good) => {
    expect(isCustomsCode(text)).toBe(good);
  });
});

it('withAsciiAddresses converts web addresses to ASCII and nothing else', () => {
  const ascii = 'https://xn--mker-loa.example/%C3%BC%E2%80%93%E6%BC%A2?a=%C3%BC';
  const own = {
    name: 'Mäker',
    day: null,
    count: 3,
    plain: 'https://maker.example/a?b',
    text: 'see https://mäker.example/ü',
  };
  expect(withAsciiAddresses({ ...own, list: [{ url: 'https://mäker.example/ü–漢?a=%C3%BC' }] })).toEqual({
    ...own,
    list: [{ url: ascii }],
  });
});

describe('the URL checks', () => {
  it.each([
    ['https://maker.example/a?b=c#d', true],
    ['http://[::1]:8080/', true],
    ['https://maker.example/größe', true],
    ['//maker.example/a', false],
    ['https:///a', false],
    ['https:maker.example', false],
    ['/a', false],
    ['https://user@maker.example/', false],
    ['https://user:word@maker.example/', false],
    ['https://maker.example\\@elsewhere.example/', false],
    ['javascript:alert(1)', false],
    ['javascript://maker.example/%0aalert(1)', false],
    ['ftp://maker.example/a', false],
    ['https://maker.example/\u202egnp.exe', false],
    ['https://maker.example/\u2067a', false],
    ['https://a b.example/', false],
    ['https://maker.example/%zz', false],
    ['https://maker.example/100%', false],
    ['https://maker.example/%C3%BC', true],
  ])('accept %j: %s', (text, is) => {
    expect(isWebAddress(text)).toBe(is);
  });

  it.each([
    ['https://maker.example/', true],
    ['urn:uuid:0b9f6a52-3a0a-4a3f-9a5e-2f6a3c1d7e10', true],
    ['mailto:help@maker.example', true],
    ['//maker.example/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['_:b0', false],
  ])('accept %j in linked data: %s', (text, is) => {
    expect(isSafeIri(text)).toBe(is);
  });
});
