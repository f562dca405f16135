import { defineRecord, IdField, InstantField, IntField, StringField } from '../../libs/records/index.js';
import { type Via, VIAS } from './domain/download.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/**
 * One or more downloads of a document within a quarter of an hour. Stores plain IDs without foreign keys, because an
 * entry is kept longer than its document and customer (documents.md, "The log of downloads").
 */
export class DocumentDownload {
  @IdField()
  readonly id!: number;

  @IntField({ about: 'ID of the downloaded document', required: true, example: 17 })
  readonly documentId!: number;

  @IntField({
    about: 'Customer who downloaded the document; null for an anonymous download',
    nullable: true,
    example: 10_042,
  })
  readonly customerId!: number | null;

  @StringField({
    about:
      'Client address of an anonymous download; an IPv6 address is shortened to its /64 network. Null for customers and for entries from older versions of Kontor.',
    maxLength: 64,
    nullable: true,
    example: '203.0.113.7',
  })
  readonly address!: string | null;

  @StringField({
    about: 'Route of the download: `me` for customers, `public` for public documents, or `link` for a download link',
    required: true,
    words: VIAS,
    maxLength: 8,
    example: 'me',
  })
  readonly via!: Via;

  @IntField({
    unit: 'bytes',
    about: 'Total bytes sent, at most 2,147,483,647; 0 for an external document',
    required: true,
  })
  readonly bytes!: number;

  @IntField({
    about:
      'Number of downloads within the 15 minutes that the entry covers; null for entries from older versions of Kontor',
    nullable: true,
    example: 1,
  })
  readonly count!: number | null;

  @InstantField({ about: 'Start time of the first download (UTC)' })
  readonly at!: Date;
}

/** Adds the unique key, which the API does not return. */
export class DownloadEntry extends DocumentDownload {
  @StringField({
    about: 'Internal key that groups downloads into one entry',
    maxLength: 120,
    nullable: true,
    searchable: false,
  })
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
  unique: [
    {
      name: 'document_download_entry',
      properties: ['entryKey'],
      says: 'A download entry with this key already exists.',
    },
  ],
  indexes: [
    { name: 'document_download_document', properties: ['documentId'] },
    { name: 'document_download_customer', properties: ['customerId'] },
    { name: 'document_download_at', properties: ['at'] },
  ],
  service: 'customerDocumentsDownloadRepositoryV1',
});
