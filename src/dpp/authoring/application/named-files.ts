import { Injectable } from '@nestjs/common';
import { type Fault, InputRefused, refuse, RightMissing, sentence } from '../../../../libs/kernel/index.js';
import { RecordBytes, type RecordFile } from '../../../../libs/records/index.js';
import type { Actor, PassportContent } from '../../passport/domain/index.js';
import { DppSettings } from '../../passport/index.js';
import { documentsNamed, type TemplateDocument, withDocumentUrls } from '../../templates/domain/index.js';
import { fileUrl, type KeptFiles } from '../../versions/domain/index.js';
import { withDeclaration } from '../domain/public-links.js';
import type { StoredVersion } from '../ports/passport-book.js';
import type { NamedFile } from '../ports/publications.js';

/** A reference from a passport to a document of this service. */
interface Naming {
  readonly id: number;
  readonly path: string;
  readonly point: number | null;
}

/** A version in published form, with file URLs in place of document IDs. */
interface Filed {
  readonly version: StoredVersion;
  /** Files by SHA-256. */
  readonly files: KeptFiles;
  /** Files to store permanently when the version is published. */
  readonly named: readonly NamedFile[];
  readonly faults: readonly Fault[];
}

const PAYLOAD = 'dpp_payload.';
/** Placeholder hash for a document without a file. The version has faults and is never published. */
const NO_FILE = '0'.repeat(64);

const namingsIn = ({ documents, dppPayload }: PassportContent, { schema }: TemplateDocument): readonly Naming[] => [
  ...documents.flatMap(({ documentId, point }, at) =>
    documentId === null ? [] : [{ id: documentId, point, path: `documents[${at}].document_id` }],
  ),
  ...documentsNamed(dppPayload, schema).map(({ id, path, point }) => ({ id, point, path: PAYLOAD + path })),
];

/** Equal for the same document with the same readers, at any position in a list. */
const keyOf = ({ id, point, path }: Naming): string => `${id} ${String(point)} ${path.replaceAll(/\[\d+\]/g, '')}`;

const bothFaults = ({ dppPayload }: PassportContent, { schema }: TemplateDocument): readonly Fault[] =>
  documentsNamed(dppPayload, schema).flatMap(({ hasUrl, path }) =>
    hasUrl
      ? [
          sentence(
            '%fieldName and url cannot be sent together. Send only one of them.',
            { fieldName: PAYLOAD + path },
            path,
          ),
        ]
      : [],
  );

const fileFault = ({ id, path }: Naming, file: RecordFile | undefined): Fault | undefined => {
  const parameters = { fieldName: path, documentId: id };
  if (!file)
    return sentence(
      '%fieldName: document %documentId has no file. Upload a file, or refer to another document.',
      parameters,
      path,
    );
  if (file.withheld === 'refused')
    return sentence(
      '%fieldName: the virus scan rejected the file of document %documentId. Upload another file.',
      parameters,
      path,
    );
  return undefined;
};

const waitingFault = ({ id, path }: Naming): Fault =>
  sentence(
    '%fieldName: the file of document %documentId is waiting for a virus scan. Publish the passport after the scan.',
    { fieldName: path, documentId: id },
    path,
  );

/** Files of documents that passports refer to (passports.md, "Documents"). */
@Injectable()
export class NamedFiles {
  constructor(
    private readonly bytes: RecordBytes,
    private readonly settings: DppSettings,
  ) {}

  /**
   * Checks the documents that are referenced in `next` but not in `before`. `RightMissing` if the author may not read
   * documents, because a passport must not publish content that its author cannot see; `InputRefused` if a document has
   * no file.
   */
  async mayName(
    author: Actor,
    next: { readonly content: PassportContent; readonly template: TemplateDocument },
    before?: typeof next,
  ): Promise<void> {
    const known = new Set(before ? namingsIn(before.content, before.template).map(keyOf) : []);
    const namings = namingsIn(next.content, next.template).filter((one) => !known.has(keyOf(one)));
    if (namings.length === 0) return;
    const { right } = this.bytes;
    if (right === undefined)
      throw InputRefused.sentence(
        'document_id requires the module customer-documents, which is not installed. Send url instead.',
      );
    if (author.holds?.(right) !== true) throw new RightMissing(right);
    const files = await this.bytes.files(namings.map(({ id }) => id));
    refuse([
      ...bothFaults(next.content, next.template),
      ...namings.flatMap((one) => fileFault(one, files.get(one.id)) ?? []),
    ]);
  }

  /** Replaces document IDs with file URLs, and adds the URL of the declaration of conformity to the payload. */
  async filed(version: StoredVersion, template: TemplateDocument): Promise<Filed> {
    const namings = namingsIn(version, template);
    const files =
      namings.length === 0 ? new Map<number, RecordFile>() : await this.bytes.files(namings.map(({ id }) => id));
    const urlOf = (id: number): string =>
      fileUrl(version.uuid, files.get(id)?.sha256 ?? NO_FILE, this.settings.publicBaseUrl);
    const documents = version.documents.map((one) =>
      one.documentId === null
        ? one
        : { ...one, documentId: null, url: urlOf(one.documentId), sha256: files.get(one.documentId)?.sha256 ?? null },
    );
    const dppPayload = withDocumentUrls(version.dppPayload, template.schema, ({ id }) => urlOf(id));
    const faults = namings.flatMap((one) => {
      const file = files.get(one.id);
      return fileFault(one, file) ?? (file?.withheld === 'waiting' ? waitingFault(one) : []);
    });
    return {
      version: withDeclaration({ ...version, documents, dppPayload }, template),
      files: Object.fromEntries(
        [...files.values()].map(({ name, mimeType, size, sha256 }) => [sha256, { name, mimeType, size }]),
      ),
      named: [...files].map(([id, { sha256 }]) => ({ id, sha256 })),
      faults: [...faults, ...bothFaults(version, template), ...this.hashFaults(version, files)],
    };
  }

  /** If the author states a hash, it must match the file. */
  private hashFaults({ documents }: StoredVersion, files: ReadonlyMap<number, RecordFile>): readonly Fault[] {
    return documents.flatMap(({ documentId, sha256 }, at) => {
      const file = documentId === null ? undefined : files.get(documentId);
      return file === undefined || sha256 === null || sha256 === file.sha256
        ? []
        : [
            sentence(
              '%fieldName is not the SHA-256 hash of the file of document %documentId. Correct the hash, or leave it out.',
              { fieldName: `documents[${at}].sha256`, documentId: documentId ?? 0 },
              'documents',
            ),
          ];
    });
  }

  /** Only inside `Transactions.write`. `InputRefused` if a file changed since the version was prepared. */
  async keep(named: readonly NamedFile[]): Promise<void> {
    if (named.length === 0) return;
    const distinct = new Map(named.map((one) => [`${one.id} ${one.sha256}`, one]));
    const [lost] = await this.bytes.keep([...distinct.values()]);
    if (lost !== undefined)
      throw InputRefused.sentence(
        'The file of document %documentId changed while the passport was being published. Publish the passport again.',
        { documentId: lost },
      );
  }
}
