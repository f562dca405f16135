import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { InputRefused, isObject, refuse, TooLarge, wrongType } from '../../../../libs/kernel/index.js';
import {
  type Input,
  fieldsOf,
  ObjectField,
  ObjectsField,
  readFields,
  spellingFaults,
} from '../../../../libs/records/index.js';
import {
  checkContentType,
  decodeSent,
  LongString,
  piecesOf,
  readOneFile,
  requestContextOf,
  streamed,
  WireSettings,
} from '../../../../libs/web/index.js';
import { type Answered, unwrapObject } from '../../../../libs/calls/index.js';
import type { ReadsBody } from '../../../../libs/rest/index.js';
import { PlacedProduct, SaveWithFile, SentLink, type WithDocument } from '../../application/save-with-file.js';
import { uploadCounted } from '../../application/metrics.js';
import type { Upload } from '../../application/store-file.js';
import { FileTooLarge } from '../../domain/file-content.js';
import { CustomerDocumentsSettings } from '../../settings.js';
import { documentResource } from '../../document.record.js';
import { AROUND_BYTES, DocumentFileWithData, FORM_FIELD, fromBase64, hashed } from './document-file-body.js';

/** Members of a document's request body that are not fields of the document. */
export class DocumentExtras {
  @ObjectField(DocumentFileWithData, {
    about: 'File to store with the document, as a name and base64 data',
    access: 'write',
    nullable: true,
  })
  readonly fileData!: DocumentFileWithData | null;

  @ObjectsField(PlacedProduct, {
    about: 'Products whose pages show the document, added to the existing assignments',
    access: 'write',
    example: [{ sku: 'WS-1000', position: 10 }],
  })
  readonly products!: readonly PlacedProduct[];

  @ObjectsField(SentLink, {
    about: 'Orders, invoices, shipments and credit memos to link the document to, added to the existing links',
    access: 'write',
    example: [{ link_entity_type: 'order', link_entity_id: 4711 }],
  })
  readonly links!: readonly SentLink[];
}

const EXTRAS = fieldsOf(DocumentExtras);
const FILE = fieldsOf(DocumentFileWithData);
const { wrapper: WRAPPER } = documentResource;

/** Shorter data is read with the rest of the body. */
const LONG_BYTES = 128 * 1024;
/** A string of the body that may be long. */
const DATA_KEY = /"(?:base64_encoded_data|base64EncodedData|file_data)"\s*:\s*$/;

/** A document in a body: the record, and what is stored with it. */
interface SentDocument {
  readonly record: Input;
  readonly with: Omit<WithDocument, 'file'>;
  /** Name and data of the file. Streamed data is replaced by a placeholder. */
  readonly file: { readonly name: string; readonly base64EncodedData: string } | undefined;
}

const EXTRA_NAMES = new Set(EXTRAS.flatMap(({ name, property }) => [name, property]));

const listIn = (record: Input, name: string): readonly Input[] => {
  const sent = record[name] ?? [];
  if (!Array.isArray(sent) || !sent.every(isObject)) throw new InputRefused(wrongType(name, sent, 'object[]'));
  return sent;
};

const fileIn = (sent: unknown): SentDocument['file'] => {
  if (sent === undefined || sent === null) return undefined;
  if (!isObject(sent)) throw new InputRefused(wrongType('file_data', sent, 'object'));
  const { values, faults } = readFields(FILE, sent, 'create', 'file_data');
  refuse(faults);
  return values as unknown as DocumentFileWithData;
};

const documentIn = (record: Input): SentDocument => {
  refuse(EXTRAS.flatMap((field) => spellingFaults(field, record)));
  return {
    record: Object.fromEntries(Object.entries(record).filter(([name]) => !EXTRA_NAMES.has(name))),
    with: { products: listIn(record, 'products'), links: listIn(record, 'links') },
    file: fileIn(record['file_data'] ?? record['fileData']),
  };
};

const twoFiles = (): InputRefused =>
  InputRefused.sentence('The form contains two files, %first and %second. Send only one.', {
    first: `${WRAPPER}.file_data`,
    second: FORM_FIELD,
  });

const textUpload = ({ name, base64EncodedData }: NonNullable<SentDocument['file']>): Upload => {
  async function* once(): AsyncGenerator<Buffer, void> {
    await Promise.resolve();
    yield Buffer.from(base64EncodedData);
  }
  return { bytes: fromBase64(once()), name: () => name };
};

/**
 * Request bodies of documents that can include a file: JSON with `file_data`, or a form (documents.md, "In one call").
 */
@Injectable()
export class DocumentBodies implements ReadsBody {
  constructor(
    private readonly saving: SaveWithFile,
    private readonly own: CustomerDocumentsSettings,
    private readonly settings: WireSettings,
  ) {}

  call(request: Request, save: (body: unknown) => Promise<Answered>): Promise<Answered> {
    const { body } = requestContextOf(request);
    if (body !== undefined) return this.saved(body, save);
    const type = checkContentType(request.headers['content-type'], ['application/json', 'multipart/form-data']);
    return type === 'application/json' ? this.streamed(request, save) : this.form(request, save);
  }

  private get most(): number {
    return this.settings.bodyMaxBytes;
  }

  private get fileMost(): number {
    return this.own.FILE_MAX_MB * 1024 * 1024;
  }

  /** Saves a document without a file, or with a file short enough to be read with the body. */
  private saved(body: unknown, save: (body: unknown) => Promise<Answered>): Promise<Answered> {
    const { record, with: more, file } = documentIn(unwrapObject(body, WRAPPER));
    const work = () => save({ [WRAPPER]: record });
    if (!file) return this.saving.save(work, { ...more, file: undefined });
    return uploadCounted(this.saving.upload(textUpload(file), () => ({ work, with: more })));
  }

  /** Stores the data while it arrives, at any position in the body. */
  private async streamed(request: Request, save: (body: unknown) => Promise<Answered>): Promise<Answered> {
    const tooMuch = new TooLarge(this.most, 'BODY_MAX_KB');
    const long = new LongString(LONG_BYTES, this.most, tooMuch);
    const limit = Math.ceil(this.fileMost / 3) * 4 + this.most;
    const pieces = piecesOf(request, limit, new FileTooLarge(this.fileMost));
    let first: Buffer = Buffer.alloc(0);
    while (!long.isThere) {
      const next = await pieces.next();
      if (next.done === true) return this.saved(this.noted(request, long.rest()), save);
      first = long.take(next.value);
    }
    if (!DATA_KEY.test(long.before)) {
      await pieces.return();
      throw tooMuch;
    }
    let sent: SentDocument | undefined;
    async function* text(): AsyncGenerator<Buffer, void> {
      yield first;
      for await (const piece of pieces) yield long.take(piece);
      sent = documentIn(unwrapObject(long.rest(), WRAPPER));
      if (sent.file?.base64EncodedData !== long.mark) throw tooMuch;
    }
    const upload = hashed(request, { bytes: fromBase64(text()), name: () => sent?.file?.name ?? '' });
    return uploadCounted(
      this.saving.upload(upload, () => {
        const { record, with: more } = sent ?? documentIn({});
        this.noted(request, record);
        return { work: () => save({ [WRAPPER]: record }), with: more };
      }),
    );
  }

  private form(request: Request, save: (body: unknown) => Promise<Answered>): Promise<Answered> {
    const limits = {
      field: FORM_FIELD,
      also: { field: WRAPPER, maxBytes: this.most, tooLarge: new TooLarge(this.most, 'BODY_MAX_KB') },
      maxBytes: this.fileMost + this.most + AROUND_BYTES,
      tooLarge: new FileTooLarge(this.fileMost),
    };
    return uploadCounted(
      readOneFile(request, limits, ({ name, bytes, also }) =>
        this.saving.upload(hashed(request, { bytes, name: () => name }), () => {
          const {
            record,
            with: more,
            file,
          } = documentIn(unwrapObject({ [WRAPPER]: decodeSent(Buffer.from(also() ?? '')) }, WRAPPER));
          if (file) throw twoFiles();
          this.noted(request, record);
          return { work: () => save({ [WRAPPER]: record }), with: more };
        }),
      ),
    );
  }

  /** Adds the fields sent with a file to the hash of an idempotent request. */
  private noted<T>(request: Request, sent: T): T {
    streamed(request)?.update(JSON.stringify(sent));
    return sent;
  }
}
