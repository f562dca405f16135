import { holdsInvoice } from './invoice-content.js';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
const MIB = 1024 * 1024;

const judged = async (bytes: Uint8Array): Promise<{ readonly is: boolean; readonly read: number }> => {
  let read = 0;
  const is = await holdsInvoice({
    size: bytes.length,
    sha256: '',
    read: (position, length) => {
      read = position + Math.min(length, bytes.length - position);
      return Promise.resolve(bytes.subarray(position, position + length));
    },
  });
  return { is, read };
};
const invoice = (content: string, declared = ''): string => `${declared}<Invoice xmlns="${UBL}">${content}</Invoice>`;
const is = async (text: string, encoding: BufferEncoding = 'utf8'): Promise<boolean> =>
  (await judged(Buffer.from(text, encoding))).is;

describe('invoice detection', () => {
  it('requires well-formed XML up to the end of a long file', async () => {
    const long = invoice(`<a b="ä">${'Grün & 漢 '.replace('&', '&amp;')}</a>\n`.repeat(100_000));
    expect(await is(long)).toBe(true);
    expect(await is(long.replace(/<\/Invoice>$/, ''))).toBe(false);
    expect(await is(`${long} <Invoice/>`)).toBe(false);
    expect(await is(long.replace(/<\/a>\n<\/Invoice>$/, '</b></Invoice>'))).toBe(false);
  });

  it.each([
    ['an undeclared entity', invoice('&a;')],
    ['a document type', `<!DOCTYPE Invoice [<!ENTITY a "b">]>${invoice('&a;')}`],
    ['a document type that declares nothing', `<!DOCTYPE Invoice>${invoice('')}`],
    ['an unclosed comment', invoice('<!-- ')],
    ['a duplicate attribute', invoice('<a b="1" b="2"/>')],
    ['an undeclared prefix', invoice('<a:b/>')],
    ['more than 100 levels', invoice('<a>'.repeat(101) + '</a>'.repeat(101))],
    ['more than 100 attributes', invoice(`<a ${Array.from({ length: 101 }, (_, at) => `b${at}=""`).join(' ')}/>`)],
    ['no content', ''],
    ['an unknown encoding', invoice('', '<?xml version="1.0" encoding="x-nope"?>')],
  ])('rejects a file with %s', async (_, text) => expect(await is(text)).toBe(false));

  it('uses the encoding that the file declares', async () => {
    const declared = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    expect(await is(invoice('Grün', declared), 'latin1')).toBe(true);
    expect(await is(invoice('Grün'), 'latin1')).toBe(false);
    expect(await is(`\uFEFF${invoice('Grün')}`, 'utf16le')).toBe(true);
  });

  it('stops at the first fault and lets other work run meanwhile', async () => {
    const deep = Buffer.from(invoice('<a>'.repeat(MIB)));
    expect(await judged(deep)).toEqual({ is: false, read: 64 * 1024 });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    expect((await judged(Buffer.from(invoice('<a/>'.repeat(MIB))))).is).toBe(true);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
