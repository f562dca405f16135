import type { Request } from 'express';
import { InputRefused, refuse, sentence } from '../../../../libs/kernel/index.js';
import {
  fieldsOf,
  INT_MAX,
  IntersectionType,
  IntField,
  readFields,
  StringField,
} from '../../../../libs/records/index.js';
import { checkContentType, LongString, piecesOf, readOneFile, streamed } from '../../../../libs/web/index.js';
import { unwrapObject } from '../../../../libs/calls/index.js';
import type { Upload } from '../../application/store-file.js';
import { nameTooLong } from '../../domain/file-name.js';
import { FileTooLarge } from '../../domain/file-content.js';

const notBase64 = (): InputRefused =>
  new InputRefused(
    sentence(
      'The file data is not valid base64. Use the standard alphabet (RFC 4648, section 4) with padding and without line breaks.',
      { fieldName: 'base64_encoded_data' },
      'base64_encoded_data',
    ),
  );

const LETTERS = /^[A-Za-z0-9+/]*$/;
/** The last group; its unused bits must be 0. */
const LAST_GROUP = /^(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$/;

/** Decodes strict base64 piece by piece. Holds back only the last group (documents-files.md). */
export async function* fromBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array, void> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    // Holds back at least one letter, because the last group can have padding.
    const whole = text.length === 0 ? 0 : text.length - (((text.length - 1) % 4) + 1);
    const ready = text.slice(0, whole);
    if (!LETTERS.test(ready)) throw notBase64();
    rest = text.slice(whole);
    if (ready !== '') yield Buffer.from(ready, 'base64');
  }
  if (!LAST_GROUP.test(rest)) throw notBase64();
  if (rest !== '') yield Buffer.from(rest, 'base64');
}

export const WRAPPER = 'documentFile';
export const FORM_FIELD = 'file';
const KIB = 1024;
/** Limit for the rest of a body: names, and the lines of a form (wire.md §2). */
export const AROUND_BYTES = 64 * KIB;

/** The response for a file without its data. */
export class DocumentFile {
  @IntField({ about: 'Document the file belongs to', access: 'read', example: 17 })
  readonly documentId!: number;

  @StringField({
    about: 'File name with extension, at most 255 bytes',
    required: true,
    maxLength: 1023,
    example: 'datasheet.pdf',
  })
  readonly name!: string;

  @StringField({ about: 'Media type, derived from the extension', access: 'read', example: 'application/pdf' })
  readonly mimeType!: string;

  @IntField({ about: 'File size in bytes', access: 'read', min: 1, example: 15 })
  readonly size!: number;

  @StringField({
    about: 'SHA-256 hash of the file, in lowercase hexadecimal',
    access: 'read',
    pattern: /^[0-9a-f]{64}$/,
    example: '5a1e4d6ffd1c6a7a1c0e5e0e1b1c2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a',
  })
  readonly sha256!: string;
}

class FileData {
  @StringField({
    about: 'File content in base64 with padding and without line breaks',
    required: true,
    alias: 'file_data',
    format: 'byte',
    maxLength: INT_MAX,
    example: 'JVBERi0xLjQKJeLjz9MK',
  })
  readonly base64EncodedData!: string;
}

/** A file with its data as text. Read-only fields are accepted and ignored. */
export class DocumentFileWithData extends IntersectionType(DocumentFile, FileData) {}

const FIELDS = fieldsOf(DocumentFileWithData);

/** The rest of a JSON body: the name, and the data if it was too short to be streamed. */
interface Rest {
  readonly name: string;
  readonly data: string;
}

const restOf = (body: unknown): Rest => {
  const { values, faults } = readFields(FIELDS, unwrapObject(body, WRAPPER), 'create');
  refuse(faults);
  const { name, base64EncodedData } = values as unknown as DocumentFileWithData;
  return { name, data: base64EncodedData };
};

/** Reads a file from JSON and decodes the data while it arrives, at any position in the body. */
const fromJson = (request: Request, maxBytes: number): Upload => {
  const long = new LongString();
  const limit = Math.ceil(maxBytes / 3) * 4 + AROUND_BYTES;
  let rest: Rest | undefined;
  async function* text(): AsyncGenerator<Buffer, void> {
    for await (const piece of piecesOf(request, limit, new FileTooLarge(maxBytes))) yield long.take(piece);
    rest = restOf(long.rest());
    if (rest.name === long.mark) throw new InputRefused(nameTooLong());
    if (rest.data === long.mark) return;
    // The streamed value belongs to another field.
    if (long.isThere) throw notBase64();
    yield Buffer.from(rest.data);
  }
  return { bytes: fromBase64(text()), name: () => rest?.name ?? '' };
};

/** Adds the bytes and name of an idempotent request to its hash. The media type does not matter. */
export const hashed = (request: Request, { bytes, name }: Upload): Upload => {
  const hash = streamed(request);
  if (!hash) return { bytes, name };
  async function* through(): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of bytes) {
      hash?.update(chunk);
      yield chunk;
    }
    hash?.update(`\n${name()}`);
  }
  return { bytes: through(), name };
};

/** Reads the file of a JSON or form body and passes it to `take` as a stream. */
export const readUpload = <T>(request: Request, maxBytes: number, take: (upload: Upload) => Promise<T>): Promise<T> => {
  const type = checkContentType(request.headers['content-type'], ['application/json', 'multipart/form-data']);
  if (type === 'application/json') return take(hashed(request, fromJson(request, maxBytes)));
  const limits = { field: FORM_FIELD, maxBytes: maxBytes + AROUND_BYTES, tooLarge: new FileTooLarge(maxBytes) };
  return readOneFile(request, limits, ({ name, bytes }) => take(hashed(request, { bytes, name: () => name })));
};
