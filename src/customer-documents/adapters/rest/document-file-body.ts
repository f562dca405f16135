import type { Request } from 'express';
import { InputRefused, refuse } from '../../../../libs/kernel/index.js';
import { fieldsOf, IntField, readFields, StringField, TextField } from '../../../../libs/records/index.js';
import { judgeContentType, LongString, piecesOf, readOneFile, streamed } from '../../../../libs/web/index.js';
import { unwrapObject } from '../../../../libs/rest/index.js';
import type { Upload } from '../../application/store-file.js';
import { nameTooLong } from '../../domain/file-name.js';
import { FileTooLarge } from '../../domain/file-size.js';
import { fromBase64, notBase64 } from './base64.js';

export const WRAPPER = 'documentFile';
export const FORM_FIELD = 'file';
const KIB = 1024;
/** What the rest of a body may take: names, and the lines of a form (wire.md §2). */
const AROUND_BYTES = 64 * KIB;

/** A file with its data as text; what is only told in answers is taken and passed over. */
class DocumentFileBody {
  @IntField({ about: 'The document', nullable: true, access: 'read', example: 17 })
  readonly documentId!: number;

  @StringField({ about: 'Its name with extension', required: true, maxLength: 1023, example: 'datasheet.pdf' })
  readonly name!: string;

  @StringField({ about: 'Media type, by its extension', access: 'read', example: 'application/pdf' })
  readonly mimeType!: string;

  @IntField({ about: 'Bytes', access: 'read', example: 15 })
  readonly size!: number;

  @StringField({ about: 'Of the bytes, in hexadecimal letters', access: 'read', example: 'a4c3…' })
  readonly sha256!: string;

  @TextField({
    about: 'The bytes in strict base64; file_data is taken too',
    required: true,
    alias: 'file_data',
    example: 'JVBERi0xLjQKJeLjz9MK',
  })
  readonly base64EncodedData!: string;
}

const FIELDS = fieldsOf(DocumentFileBody);

/** How a body of JSON ends: with the name, and with the data where they were too short to be handed on. */
interface Rest {
  readonly name: string;
  readonly data: string;
}

const restOf = (body: unknown): Rest => {
  const { values, faults } = readFields(FIELDS, unwrapObject(body, WRAPPER), 'create');
  refuse(faults);
  const { name, base64EncodedData } = values as unknown as DocumentFileBody;
  return { name, data: base64EncodedData };
};

/** A file out of JSON; its data is decoded while it comes, wherever it stands in the body. */
const fromJson = (request: Request, maxBytes: number): Upload => {
  const long = new LongString();
  const limit = Math.ceil(maxBytes / 3) * 4 + AROUND_BYTES;
  let rest: Rest | undefined;
  async function* text(): AsyncGenerator<Buffer, void> {
    for await (const piece of piecesOf(request, limit, new FileTooLarge(maxBytes))) yield long.take(piece);
    rest = restOf(long.rest());
    if (rest.name === long.mark) throw new InputRefused(nameTooLong());
    if (rest.data === long.mark) return;
    // What was handed on was the value of another field.
    if (long.isThere) throw notBase64();
    yield Buffer.from(rest.data);
  }
  return { bytes: fromBase64(text()), name: () => rest?.name ?? '' };
};

/** The same upload; of a call that may be sent again its bytes and its name are told, however they came. */
const told = (request: Request, { bytes, name }: Upload): Upload => {
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

/** Reads the file of a body, JSON or form, and hands it to `take`; holds little of it, whatever its size. */
export const readUpload = <T>(request: Request, maxBytes: number, take: (upload: Upload) => Promise<T>): Promise<T> => {
  const type = judgeContentType(request.headers['content-type'], ['application/json', 'multipart/form-data']);
  if (type === 'application/json') return take(told(request, fromJson(request, maxBytes)));
  const limits = { field: FORM_FIELD, maxBytes: maxBytes + AROUND_BYTES, tooLarge: new FileTooLarge(maxBytes) };
  return readOneFile(request, limits, ({ name, bytes }) => take(told(request, { bytes, name: () => name })));
};
