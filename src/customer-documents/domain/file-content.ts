import { type Fault, sentence, TooLarge } from '../../../libs/kernel/index.js';
import { extensionOf } from './file-name.js';

/** What the bytes of a file show about its format. */
export interface Content {
  /** File extension according to the magic bytes; undefined if they are unknown. */
  readonly extension: string | undefined;
  readonly mimeType: string | undefined;
  /** True if the file contains a NUL byte. */
  readonly hasNul: boolean;
  /** True if the format of the file's extension has known magic bytes. */
  readonly isDetectable: boolean;
}

interface Format {
  readonly mimeType: string;
  /** Extensions that the magic bytes can indicate, if they differ from the file's extension. */
  readonly detectedAs?: readonly string[];
  /** True for text formats, which have no magic bytes. Text must contain no NUL byte and match no other format. */
  readonly text?: true;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** `cfb` is the container of older office formats. Many programs do not name the format in it. */
const FORMATS: Readonly<Record<string, Format>> = {
  pdf: { mimeType: 'application/pdf' },
  doc: { mimeType: 'application/msword', detectedAs: ['doc', 'cfb'] },
  docx: { mimeType: `${OFFICE}.wordprocessingml.document` },
  xls: { mimeType: 'application/vnd.ms-excel', detectedAs: ['xls', 'cfb'] },
  xlsx: { mimeType: `${OFFICE}.spreadsheetml.sheet` },
  ppt: { mimeType: 'application/vnd.ms-powerpoint', detectedAs: ['ppt', 'cfb'] },
  pptx: { mimeType: `${OFFICE}.presentationml.presentation` },
  odt: { mimeType: `${OPEN}.text` },
  ods: { mimeType: `${OPEN}.spreadsheet` },
  odp: { mimeType: `${OPEN}.presentation` },
  rtf: { mimeType: 'application/rtf' },
  txt: { mimeType: 'text/plain', text: true },
  csv: { mimeType: 'text/csv', text: true },
  jpg: { mimeType: 'image/jpeg' },
  jpeg: { mimeType: 'image/jpeg', detectedAs: ['jpg'] },
  png: { mimeType: 'image/png' },
  gif: { mimeType: 'image/gif' },
  webp: { mimeType: 'image/webp' },
  tif: { mimeType: 'image/tiff' },
  tiff: { mimeType: 'image/tiff', detectedAs: ['tif'] },
  zip: { mimeType: 'application/zip' },
  xml: { mimeType: 'application/xml' },
};

/** Formats without NUL bytes that are not text. */
const DISGUISED = ['pdf', 'rtf'];

const isText = ({ extension, hasNul }: Content): boolean =>
  !hasNul && (extension === undefined || !DISGUISED.includes(extension));

/**
 * Checks a file whose extension is allowed only by the setting: by magic bytes if the library knows the format, else it
 * is accepted.
 */
const fitsUnlisted = (name: string, { extension, isDetectable }: Content): boolean =>
  !isDetectable || extension === name;

const fits = (name: string, content: Content): boolean => {
  const format = FORMATS[name];
  if (!format) return fitsUnlisted(name, content);
  if (format.text) return isText(content);
  return content.extension !== undefined && (format.detectedAs ?? [name]).includes(content.extension);
};

/** Returns a fault if the content does not match the extension (documents-files.md). */
export const contentFault = (name: string, content: Content): Fault | undefined => {
  const extension = extensionOf(name);
  if (fits(extension, content)) return undefined;
  if (extension === 'xml')
    return sentence(
      'The XML file is not a well-formed EN 16931 invoice. Send a UBL Invoice, a UBL CreditNote or a CII invoice.',
    );
  const found = content.extension;
  return found === undefined || found === extension
    ? sentence('The file content does not match the extension ".%extension". Send a file in that format.', {
        extension,
      })
    : sentence(
        'The file content has the format "%found", which does not match the extension ".%extension". Rename the file, or save it in the format of its extension.',
        { found, extension },
      );
};

/** The media type of the extension, which the content matches. */
export const mimeTypeOf = (name: string, content: Content): string =>
  FORMATS[extensionOf(name)]?.mimeType ?? content.mimeType ?? 'application/octet-stream';

const MIB = 1024 * 1024;

/** 413: the decoded file is larger than FILE_MAX_MB. */
export class FileTooLarge extends TooLarge {
  constructor(limitBytes: number) {
    const setting = 'FILE_MAX_MB';
    super(limitBytes, setting, `The file is larger than ${limitBytes / MIB} MiB (${setting}). Send a smaller file.`);
  }
}
