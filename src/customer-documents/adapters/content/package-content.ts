import { inflateRawSync } from 'node:zlib';
import type { Draft } from '../../ports/blob-store.js';
import { encodingOf } from './invoice-content.js';

const [END, END_64, LOCATOR_64, ENTRY] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50];
/** Size of the end record, and of the longest comment after it. */
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const DIRECTORY_MAX = 16 * 1024 * 1024;
const PART_MAX = 4 * 1024 * 1024;
const LARGE = 0xffff_ffff;

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/** Reads exactly these bytes; undefined if the file does not have them. */
const read = async (draft: Draft, at: number, length: number): Promise<Buffer | undefined> => {
  if (at < 0 || length < 0 || at + length > draft.size) return undefined;
  const bytes = Buffer.from(await draft.read(at, length));
  return bytes.length === length ? bytes : undefined;
};

/** Position of a ZIP file's directory. Large files state it in a 64-bit record. */
const directoryOf = async (draft: Draft): Promise<Buffer | undefined> => {
  const length = Math.min(draft.size, END_BYTES + COMMENT_MAX);
  const tail = await read(draft, draft.size - length, length);
  if (!tail) return undefined;
  for (let end = length - END_BYTES; end >= 0; end -= 1) {
    if (tail.readUInt32LE(end) !== END) continue;
    let [size, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
    if (size === LARGE || at === LARGE) {
      const locator = await read(draft, draft.size - length + end - 20, 20);
      if (locator?.readUInt32LE(0) !== LOCATOR_64) return undefined;
      const record = await read(draft, Number(locator.readBigUInt64LE(8)), 56);
      if (record?.readUInt32LE(0) !== END_64) return undefined;
      [size, at] = [Number(record.readBigUInt64LE(40)), Number(record.readBigUInt64LE(48))];
    }
    return size > DIRECTORY_MAX ? undefined : read(draft, at, size);
  }
  return undefined;
};

/** Sizes and positions above 32 bits, which are in an extra field in this order. */
const widened = (extra: Buffer, values: readonly number[]): readonly number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return values.map((value) => {
      if (value !== LARGE || next + 8 > extra.length) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return values;
};

const entryNamed = (directory: Buffer, name: string): Entry | undefined => {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY;) {
    const [names, extras, comments] = [28, 30, 32].map((offset) => directory.readUInt16LE(at + offset));
    const [nameEnd, extraEnd] = [at + 46 + (names ?? 0), at + 46 + (names ?? 0) + (extras ?? 0)];
    if (directory.toString('utf8', at + 46, nameEnd).toLowerCase() === name) {
      const sizes = [24, 20, 42].map((offset) => directory.readUInt32LE(at + offset));
      const [, packed = 0, start = 0] = widened(directory.subarray(nameEnd, extraEnd), sizes);
      return { method: directory.readUInt16LE(at + 10), packed, at: start };
    }
    at = extraEnd + (comments ?? 0);
  }
  return undefined;
};

const textOf = async (draft: Draft, { method, packed, at }: Entry): Promise<string> => {
  const local = await read(draft, at, 30);
  if (!local || packed > PART_MAX) return '';
  const bytes = await read(draft, at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packed);
  if (!bytes || (method !== 0 && method !== 8)) return '';
  try {
    const text = method === 0 ? bytes : inflateRawSync(bytes, { maxOutputLength: PART_MAX });
    return new TextDecoder(encodingOf(text)).decode(text);
  } catch {
    return '';
  }
};

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** Content types of main parts (OPC), and contents of `mimetype` (OpenDocument), by extension. */
const PACKAGES: Readonly<Record<string, string>> = {
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: `${OPEN}.text`,
  ods: `${OPEN}.spreadsheet`,
  odp: `${OPEN}.presentation`,
};

export const isPackage = (extension: string): boolean => extension in PACKAGES;

/**
 * True if a ZIP file is an office document of this format, according to its directory. Streaming writers and writers of
 * large workbooks store the parts in any order, and without sizes in front of them.
 */
export const holdsPackage = async (draft: Draft, extension: string): Promise<boolean> => {
  const type = PACKAGES[extension] ?? '';
  const directory = await directoryOf(draft);
  if (!directory) return false;
  const isOpen = type.startsWith(OPEN);
  const entry = entryNamed(directory, isOpen ? 'mimetype' : '[content_types].xml');
  if (!entry) return false;
  const text = await textOf(draft, entry);
  return isOpen ? text.trim() === type : text.includes(`"${type}.main+xml"`) || text.includes(`'${type}.main+xml'`);
};
