import { defineRecord, IdField, InstantField, IntField, StringField } from '../../libs/records/index.js';
import { type Via, VIAS } from './domain/download.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/**
 * That somebody took a document, once or more often within a quarter of an hour. Bare ids: an entry outlives its
 * document and its customer (documents.md, "The log of downloads").
 */
export class DocumentDownload {
  @IdField()
  readonly id!: number;

  @IntField({ about: 'The document', required: true, example: 17 })
  readonly documentId!: number;

  @IntField({ about: 'The customer; null: nobody was signed in', nullable: true, example: 10_042 })
  readonly customerId!: number | null;

  @StringField({
    about:
      'The address of whoever was not signed in, an IPv6 one as its /64; null: a customer, or an entry from before',
    maxLength: 64,
    nullable: true,
    example: '203.0.113.7',
  })
  readonly address!: string | null;

  @StringField({ about: 'By which route', required: true, words: VIAS, maxLength: 8, example: 'me' })
  readonly via!: Via;

  @IntField({
    about: 'Bytes of all these answers, up to 2,147,483,647: of a range only that, 0 for an address elsewhere',
    required: true,
  })
  readonly bytes!: number;

  @IntField({ about: 'How often within this quarter of an hour', nullable: true, example: 1 })
  readonly count!: number | null;

  @InstantField({ about: 'When the first answer began' })
  readonly at!: Date;
}

/** With what the downloads of one entry have in common. */
export class DownloadEntry extends DocumentDownload {
  @StringField({ about: 'The key of the entry', maxLength: 120, nullable: true, searchable: false })
  readonly entryKey!: string | null;
}

export const documentDownloadResource = defineRecord<DownloadEntry>({
  resource: 'documentDownload',
  record: DownloadEntry,
  room: 'customer-documents',
  path: 'customerdocuments/downloads',
  title: { one: 'download', many: 'downloads' },
  table: 'document_download',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  isAudited: false,
  unique: [{ name: 'document_download_entry', properties: ['entryKey'], says: 'This entry is there.' }],
  indexes: [
    { name: 'document_download_document', properties: ['documentId'] },
    { name: 'document_download_customer', properties: ['customerId'] },
    { name: 'document_download_at', properties: ['at'] },
  ],
  service: 'customerDocumentsDownloadRepositoryV1',
});
