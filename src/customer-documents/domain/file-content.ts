import { type Fault, sentence } from '../../../libs/kernel/index.js';
import { extensionOf } from './file-name.js';

/** What the bytes of a file tell of themselves. */
export interface Content {
  /** The extension that fits the magic bytes; undefined if they tell nothing. */
  readonly extension: string | undefined;
  readonly mimeType: string | undefined;
  /** Whether a NUL stands anywhere in it. */
  readonly hasNul: boolean;
  /** Whether magic bytes could tell the extension that the file's name has. */
  readonly isTold: boolean;
}

interface Format {
  readonly mimeType: string;
  /** What the magic bytes may tell, where it isn't the extension itself. */
  readonly told?: readonly string[];
  /** Text has no magic bytes: it is free of NUL, and isn't another format in disguise. */
  readonly text?: true;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN = 'application/vnd.oasis.opendocument';

/** `cfb` is the container of the older office formats: many programs write no word into it of what it holds. */
const FORMATS: Readonly<Record<string, Format>> = {
  pdf: { mimeType: 'application/pdf' },
  doc: { mimeType: 'application/msword', told: ['doc', 'cfb'] },
  docx: { mimeType: `${OFFICE}.wordprocessingml.document` },
  xls: { mimeType: 'application/vnd.ms-excel', told: ['xls', 'cfb'] },
  xlsx: { mimeType: `${OFFICE}.spreadsheetml.sheet` },
  ppt: { mimeType: 'application/vnd.ms-powerpoint', told: ['ppt', 'cfb'] },
  pptx: { mimeType: `${OFFICE}.presentationml.presentation` },
  odt: { mimeType: `${OPEN}.text` },
  ods: { mimeType: `${OPEN}.spreadsheet` },
  odp: { mimeType: `${OPEN}.presentation` },
  rtf: { mimeType: 'application/rtf' },
  txt: { mimeType: 'text/plain', text: true },
  csv: { mimeType: 'text/csv', text: true },
  jpg: { mimeType: 'image/jpeg' },
  jpeg: { mimeType: 'image/jpeg', told: ['jpg'] },
  png: { mimeType: 'image/png' },
  gif: { mimeType: 'image/gif' },
  webp: { mimeType: 'image/webp' },
  tif: { mimeType: 'image/tiff' },
  tiff: { mimeType: 'image/tiff', told: ['tif'] },
  zip: { mimeType: 'application/zip' },
};

/** Formats that may be free of NUL and yet are no text. */
const DISGUISED = ['pdf', 'rtf'];

const isText = ({ extension, hasNul }: Content): boolean =>
  !hasNul && (extension === undefined || !DISGUISED.includes(extension));

/** An extension that only this installation takes: by its magic bytes where the library knows it, else any bytes. */
const fitsUnlisted = (name: string, { extension, isTold }: Content): boolean => !isTold || extension === name;

const fits = (name: string, content: Content): boolean => {
  const format = FORMATS[name];
  if (!format) return fitsUnlisted(name, content);
  if (format.text) return isText(content);
  return content.extension !== undefined && (format.told ?? [name]).includes(content.extension);
};

/** Whether the content is what the name says (documents-files.md); undefined if it is. */
export const contentFault = (name: string, content: Content): Fault | undefined => {
  const extension = extensionOf(name);
  if (fits(extension, content)) return undefined;
  const found = content.extension;
  return found === undefined || found === extension
    ? sentence('The file content does not match the extension ".%extension". Send a file in that format.', {
        extension,
      })
    : sentence(
        'The file content is "%found" and does not match the extension ".%extension". Rename the file or save it in that format.',
        { found, extension },
      );
};

/** What a file is sent as: by its extension, which its content was found to fit. */
export const mimeTypeOf = (name: string, content: Content): string =>
  FORMATS[extensionOf(name)]?.mimeType ?? content.mimeType ?? 'application/octet-stream';
