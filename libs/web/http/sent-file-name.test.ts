import { encodedFileName } from './sent-file-name.js';

const nameOf = (header: string): string | undefined =>
  encodedFileName(Buffer.from(header).toString('latin1'))?.filename;

describe('the encoded name of a sent file', () => {
  it.each([
    ['plain names', 'form-data; name="file"; filename="a.pdf"', undefined],
    ['plain names in UTF-8', 'form-data; name="file"; filename="ä%20.pdf"', undefined],
    ['no file', 'form-data; name="file"', undefined],
    [
      'both forms of .NET',
      'form-data; name="file"; filename="=?utf-8?B?TsOkbWUucGRm?="; filename*=utf-8\'\'N%C3%A4me.pdf',
      'Näme.pdf',
    ],
    ['the extended form first', 'form-data; filename*=UTF-8\'\'%e2%82%ac.pdf; filename="E.pdf"; name=file', '€.pdf'],
    ['the extended form alone, with a language', "form-data; name=file; filename*=utf-8'en'a%20b.pdf", 'a b.pdf'],
    ['Latin-1', "form-data; name=file; filename*=iso-8859-1''%E4.pdf", 'ä.pdf'],
    ['an invalid extended form', 'form-data; name=file; filename="b.pdf"; filename*=utf-8\'\'%zz', 'b.pdf'],
    ['an encoded word', 'form-data; name="file"; filename="=?utf-8?B?TsOkbWUucGRm?="', 'Näme.pdf'],
    [
      'encoded words in parts',
      'form-data; name=file; filename="=?utf-8?Q?N=C3=A4?= =?utf-8?Q?me_1?=.pdf"',
      'Näme 1.pdf',
    ],
    ['a word in an unknown charset', 'form-data; name=file; filename="=?nope?Q?a?=.pdf"', undefined],
    ['percent codes of browsers', 'form-data; name="file"; filename="a%22b%22%0d%0A%25.pdf"', 'a"b"\r\n%25.pdf'],
    ['semicolons and quotes in quotes', 'form-data; name="file"; filename="a;\\"b\\"%22.pdf"', 'a;"b"".pdf'],
  ])('is correct for %s', (_, header, expected) => {
    expect(nameOf(header)).toBe(expected);
  });
});
