import { isSupported, passes } from './linters.js';

describe('content checks of GS1 element strings', () => {
  it.each([
    ['csum', ['09524000010018'], ['09524000010019']],
    ['hasnondigit', ['12A4'], ['1234', '']],
    ['hh', ['00', '23'], ['24']],
    ['hhmi', ['0000', '2359'], ['2400', '2360']],
    ['hyphen', ['', '---'], ['-1']],
    ['iban', ['GB82WEST12345698765432'], ['GB82WEST12345698765433', 'gb82', 'GB8']],
    ['importeridx', ['-', '_', 'a', 'Z', '7'], ['', 'ab', '!']],
    ['iso3166alpha2', ['DE'], ['de', 'DEU', 'D1']],
    ['iso5218', ['0', '1', '2', '9'], ['3', '']],
    ['latitude', ['0000000000', '1800000000'], ['1800000001']],
    ['longitude', ['0000000000', '3600000000'], ['3600000001']],
    ['mediatype', ['01', '10', '80', '99'], ['00', '11', '79']],
    ['mi', ['00', '59'], ['60']],
    ['nonzero', ['001'], ['000', '']],
    ['nozeroprefix', ['0', '10'], ['01', '00']],
    ['pcenc', ['a%2Fb', 'plain'], ['a%2', '%GG', '%']],
    ['pieceoftotal', ['0101', '0203'], ['0302', '0002']],
    ['posinseqslash', ['1/1', '2/10'], ['11/10', '0/1', '1/', '1']],
    ['ss', ['00', '59'], ['60']],
    ['winding', ['0', '1', '9'], ['2', '']],
    ['yesno', ['0', '1'], ['2', '']],
    ['yymmdd', ['240229', '261231'], ['230229', '261301', '260100', '260431']],
    ['yymmd0', ['240200', '240229'], ['240230', '241300']],
    ['yyyymmdd', ['20240229', '20000229'], ['20230229', '19000229', '20261301']],
    ['zero', ['', '00'], ['01']],
  ])('validate %s', (linter, right, wrong) => {
    expect(isSupported(linter)).toBe(true);
    expect(right.filter((text) => !passes(linter, text))).toEqual([]);
    expect(wrong.filter((text) => passes(linter, text))).toEqual([]);
  });

  it('accept any value where the list of codes could change', () => {
    for (const linter of ['iso4217', 'packagetype', 'toString']) {
      expect(isSupported(linter)).toBe(false);
    }
    expect(passes('iso4217', '000')).toBe(true);
  });
});
