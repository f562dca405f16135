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

describe('whether a file is an invoice', () => {
  it('is known at its end, however long it is', async () => {
    const long = invoice(`<a b="ä">${'Grün & 漢 '.replace('&', '&amp;')}</a>\n`.repeat(100_000));
    expect(await is(long)).toBe(true);
    expect(await is(long.replace(/<\/Invoice>$/, ''))).toBe(false);
    expect(await is(`${long} <Invoice/>`)).toBe(false);
    expect(await is(long.replace(/<\/a>\n<\/Invoice>$/, '</b></Invoice>'))).toBe(false);
  });

  it.each([
    ['an entity that nobody declared', invoice('&a;')],
    ['a document type', `<!DOCTYPE Invoice [<!ENTITY a "b">]>${invoice('&a;')}`],
    ['a document type that declares nothing', `<!DOCTYPE Invoice>${invoice('')}`],
    ['an open comment', invoice('<!-- ')],
    ['a second of two equal attributes', invoice('<a b="1" b="2"/>')],
    ['a prefix that nobody declared', invoice('<a:b/>')],
    ['levels without an end', invoice('<a>'.repeat(101) + '</a>'.repeat(101))],
    ['attributes without an end', invoice(`<a ${Array.from({ length: 101 }, (_, at) => `b${at}=""`).join(' ')}/>`)],
    ['nothing', ''],
    ['an unknown encoding', invoice('', '<?xml version="1.0" encoding="x-nope"?>')],
  ])('it is none with %s', async (_, text) => expect(await is(text)).toBe(false));

  it('is read in the encoding that it declares', async () => {
    const declared = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    expect(await is(invoice('Grün', declared), 'latin1')).toBe(true);
    expect(await is(invoice('Grün'), 'latin1')).toBe(false);
    expect(await is(`\uFEFF${invoice('Grün')}`, 'utf16le')).toBe(true);
  });

  it('is known at the first fault, and other work runs meanwhile', async () => {
    const deep = Buffer.from(invoice('<a>'.repeat(MIB)));
    expect(await judged(deep)).toEqual({ is: false, read: 64 * 1024 });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    expect((await judged(Buffer.from(invoice('<a/>'.repeat(MIB))))).is).toBe(true);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});
