import { defineRecord, IdField, InstantField, IntField, StringField } from '../../libs/records/index.js';
import { type Via, VIAS } from './domain/download.js';
import { DOCUMENT_RIGHTS, ROOM } from './rights.record.js';

/** That somebody took a document. Bare ids: an entry outlives its document and its customer (commerce.md, deleting). */
export class DocumentDownload {
  @IdField()
  readonly id!: number;

  @IntField({ about: 'The document', required: true, example: 17 })
  readonly documentId!: number;

  @IntField({ about: 'The customer; null: nobody was signed in', nullable: true, example: 10_042 })
  readonly customerId!: number | null;

  @StringField({ about: 'By which route', required: true, words: VIAS, maxLength: 8, example: 'me' })
  readonly via!: Via;

  @IntField({ about: 'Bytes of the answer: those of a range, 0 for an address elsewhere', required: true })
  readonly bytes!: number;

  @InstantField({ about: 'When the answer began' })
  readonly at!: Date;
}

export const documentDownloadResource = defineRecord<DocumentDownload>({
  resource: 'documentDownload',
  record: DocumentDownload,
  room: ROOM,
  path: 'customerdocuments/downloads',
  title: { one: 'download', many: 'downloads' },
  table: 'document_download',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [],
  indexes: [
    { name: 'document_download_document', properties: ['documentId'] },
    { name: 'document_download_customer', properties: ['customerId'] },
    { name: 'document_download_at', properties: ['at'] },
  ],
  service: 'customerDocumentsDownloadRepositoryV1',
});
