import { detectCfbf } from '@file-type/cfbf';
import { fileTypeFromBuffer, fileTypeFromTokenizer, supportedExtensions } from 'file-type';
import { type Draft, FileContents, type DetectedContent } from '../../ports/blob-store.js';
import { holdsInvoice } from './invoice-content.js';
import { holdsPackage, isPackage } from './package-content.js';
import { DraftTokenizer } from './draft-tokenizer.js';

const HEADER_BYTES = 512;
const DIRECTORY_AT = 48;
const SECTOR_SHIFT_AT = 30;

/**
 * The container of older office formats names its content in a directory, which can be anywhere in the file. The
 * library gets the header followed directly by the directory, without the bytes between. Undefined for a broken
 * container.
 */
const fromContainer = async (draft: Draft) => {
  const header = Buffer.from(await draft.read(0, HEADER_BYTES));
  if (header.length < HEADER_BYTES) return undefined;
  const shift = header.readUInt8(SECTOR_SHIFT_AT);
  // With larger sectors, the library expects the directory at the same offset from the header.
  const at = HEADER_BYTES + header.readUInt32LE(DIRECTORY_AT) * 2 ** (shift === 12 ? 12 : 9);
  if (at + HEADER_BYTES > draft.size) return undefined;
  const directory = await draft.read(at, HEADER_BYTES);
  header.writeUInt32LE(0, DIRECTORY_AT);
  return fileTypeFromBuffer(Buffer.concat([header, directory]), { customDetectors: [detectCfbf] });
};

const detected = async (draft: Draft) => {
  const found = await fileTypeFromTokenizer(new DraftTokenizer(draft));
  return found?.ext === 'cfb' ? fromContainer(draft) : found;
};

/** PDF readers accept other bytes before the header, up to this offset. */
const PDF_HEADER_WITHIN = 1024;

const holdsPdf = async (draft: Draft): Promise<boolean> =>
  Buffer.from(await draft.read(0, PDF_HEADER_WITHIN)).includes('%PDF-');

/**
 * True if the file has the format of its name, for formats that the library cannot detect; undefined for other formats.
 * A format is only accepted if nothing contradicts it, so that no other format passes for it.
 */
const holdsNamed = async (draft: Draft, named: string, found: string | undefined): Promise<boolean | undefined> => {
  if (named === 'xml') return holdsInvoice(draft);
  if (named === 'pdf' && found === undefined && (await holdsPdf(draft))) return true;
  // The library does not look through long archives, and then names an archive by a folder in it.
  if (isPackage(named) && (found === 'zip' || isPackage(found ?? '')))
    return (await holdsPackage(draft, named)) || (found === named ? false : undefined);
  return undefined;
};

/** Uses the library `file-type`. */
export class MagicBytes extends FileContents {
  async detect(draft: Draft, named: string): Promise<DetectedContent> {
    const found = await detected(draft);
    const isNamed = await holdsNamed(draft, named, found?.ext);
    if (isNamed === true) return { extension: named, mimeType: undefined };
    return { extension: isNamed === false ? undefined : found?.ext, mimeType: found?.mime };
  }

  knows(extension: string): boolean {
    return supportedExtensions.has(extension);
  }
}
