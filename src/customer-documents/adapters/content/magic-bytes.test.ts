import { randomBytes } from 'node:crypto';
import { streamedZipOf } from '../../../../test/support/sample-files.js';
import { MagicBytes } from './magic-bytes.js';

const detected = async (bytes: Uint8Array, named: string): Promise<string | undefined> => {
  const read = (position: number, length: number) => Promise.resolve(bytes.subarray(position, position + length));
  return (await new MagicBytes().detect({ size: bytes.length, sha256: '', read }, named)).extension;
};

const types = (type: string): string =>
  `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
const CELLS = { '[Content_Types].xml': types('spreadsheetml.sheet') };
/** One long part or many parts before the type: more than a detector by magic bytes reads. */
const LONG = { 'media/a.bin': randomBytes(1_200_000).toString('hex') };
const MANY = Object.fromEntries(Array.from({ length: 1100 }, (_, at) => [`sheets/sheet${at}.xml`, '<x/>']));
const IN_UTF_16 = { '[Content_Types].xml': Buffer.from(`\uFEFF${CELLS['[Content_Types].xml']}`, 'utf16le') };
const SHEET = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet' };

describe('office files that are streamed or large', () => {
  it.each([
    ['xlsx', 'a long first part', streamedZipOf({ ...LONG, ...CELLS })],
    ['xlsx', 'a long first part, in 64 bits', streamedZipOf({ ...LONG, ...CELLS }, true)],
    ['xlsx', 'many parts before the types', streamedZipOf({ ...MANY, ...CELLS })],
    ['xlsx', 'types in UTF-16', streamedZipOf({ ...IN_UTF_16, 'xl/workbook.xml': '<x/>' })],
    ['ods', 'a long first part', streamedZipOf({ ...LONG, ...SHEET })],
  ])('are recognized by their ZIP directory: %s with %s', async (named, _, bytes) => {
    expect(await detected(bytes, named)).toBe(named);
  });

  it.each([
    ['docx', 'a workbook', streamedZipOf({ ...LONG, ...CELLS })],
    ['xlsx', 'a plain archive', streamedZipOf({ ...LONG, 'b.txt': 'x' })],
    ['xlsx', 'an archive with the types inside another part', streamedZipOf({ ...LONG, 'b.txt': types('spreadsheetml.sheet') })], // prettier-ignore
    ['xlsx', 'a workbook that is cut off', streamedZipOf({ ...LONG, ...CELLS }).subarray(0, -30)],
    ['ods', 'a workbook', streamedZipOf({ ...LONG, ...CELLS })],
    ['ods', 'a text', streamedZipOf({ ...LONG, mimetype: 'application/vnd.oasis.opendocument.text' })],
    ['xlsx', 'an archive with the folder of a workbook', streamedZipOf({ 'xl/a.bin': LONG['media/a.bin'] })],
  ])('are not recognized if the content differs: %s that is %s', async (named, _, bytes) => {
    expect(await detected(bytes, named)).not.toBe(named);
  });
});
