import { isExternalUrl } from '../../libs/kernel/index.js';
import type { Day } from '../../libs/kernel/index.js';
import {
  DayField,
  defineRecord,
  FlagField,
  IdField,
  IdsField,
  InstantField,
  IntField,
  ObjectField,
  ReferenceField,
  StringField,
  TextField,
} from '../../libs/records/index.js';
import { documentFaults } from './domain/document.js';
import { SCAN_STATES, type ScanState } from './domain/scan.js';
import { DOCUMENT_RIGHTS } from './rights.record.js';

/** Maximum number of IDs in a document. More customers need assignment records (documents.md). */
const ASSIGNED_MAX = 10_000;

/** Data about the file. The bytes have their own routes. */
export class ShownFile {
  @StringField({ about: 'File name with extension', example: 'datasheet.pdf' })
  readonly name!: string;

  @IntField({ about: 'File size in bytes', unit: 'bytes', example: 48_213 })
  readonly size!: number;

  @StringField({ about: 'Media type, derived from the extension', example: 'application/pdf' })
  readonly mimeType!: string;

  @StringField({
    about: 'SHA-256 hash of the file, in lowercase hexadecimal',
    maxLength: 64,
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  readonly sha256!: string;

  @InstantField({ about: 'Time of the last upload (UTC)' })
  readonly updatedAt!: Date;

  @StringField({
    about: 'Result of the virus scan. Only files that are `clean` or `not_scanned` can be downloaded.',
    words: SCAN_STATES,
    example: 'clean',
  })
  readonly scan!: ScanState;
}

/** An uploaded file or an external URL, with its visibility rules. */
export class Document {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Name of the document', required: true, example: 'Data sheet WS-1000' })
  readonly name!: string;

  @TextField({
    about: 'Summary of the content; null if there is none',
    nullable: true,
    example: 'Mounting, wiring and light distribution',
  })
  readonly description!: string | null;

  @FlagField({
    about: 'External flag: 1 if the document links to an external address, 0 if it has an uploaded file',
    example: 1,
  })
  readonly isExternal!: number;

  @StringField({
    about: 'Address of an external document (http or https); required if `is_external` is 1, otherwise not allowed',
    nullable: true,
    accepts: isExternalUrl,
    rule: 'addresses that begin with http:// or https://',
    format: 'uri',
    example: 'https://docs.example/datasheet.pdf',
  })
  readonly externalUrl!: string | null;

  @FlagField({ about: 'Public flag: 1 if the document is visible without signing in', example: 0 })
  readonly isPublic!: number;

  @ReferenceField('documentCategory', {
    about: 'Document category; null if there is none',
    nullable: true,
    onDelete: 'clear',
    example: 3,
  })
  readonly categoryId!: number | null;

  @ReferenceField('website', {
    about: 'Website the document is visible on; 0 means all websites',
    default: 0,
    onDelete: 'restrict',
  })
  readonly websiteId!: number;

  @FlagField({ about: 'Sidebar flag: 1 if a storefront shows the document in its sidebar', example: 0 })
  readonly showInSidebar!: number;

  @DayField({ about: "First day of visibility, in the website's time zone; null means no start date", nullable: true })
  readonly validFrom!: Day | null;

  @DayField({
    about: "Last day of visibility, in the website's time zone; null means no end date",
    nullable: true,
    example: '2026-12-31',
  })
  readonly validTo!: Day | null;

  /** Not a column: stored in `document_customer`, like the customer assignments. */
  @IdsField('customer', {
    about: 'Customers the document is assigned to. Sending this field replaces the whole list.',
    most: ASSIGNED_MAX,
    example: [],
  })
  readonly customerIds!: readonly number[];

  /** Not a column: stored in `document_customer_group`, like the group assignments. */
  @IdsField('customerGroup', {
    about: 'Customer groups the document is assigned to. Sending this field replaces the whole list.',
    most: ASSIGNED_MAX,
    example: [],
  })
  readonly customerGroupIds!: readonly number[];

  /** Not a column: added by the hooks. */
  @ObjectField(ShownFile, {
    about: 'File of the document, without its data; null if there is none',
    nullable: true,
    access: 'read',
  })
  readonly file!: ShownFile | null;

  @StringField({
    about: 'Unique identifier of the record in an external system; null if unset',
    nullable: true,
    example: 'ERP-4711',
  })
  readonly externalId!: string | null;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change (UTC)' })
  readonly updatedAt!: Date;
}

export const documentResource = defineRecord<Document>({
  resource: 'document',
  record: Document,
  room: 'customer-documents',
  path: 'customerdocuments',
  title: { one: 'document', many: 'documents' },
  table: 'document',
  rights: DOCUMENT_RIGHTS,
  ids: 'made',
  unique: [],
  // Used by the visibility rules in SQL (adapters/sql/visible-sql.ts).
  indexes: [
    { name: 'document_public', properties: ['isPublic', 'websiteId'] },
    { name: 'document_seen', properties: ['id', 'websiteId', 'isExternal', 'validFrom', 'validTo'] },
  ],
  service: 'customerDocumentsDocumentRepositoryV1',
  inFiles: {
    assumedKey: {
      name: 'document by name and website',
      properties: ['name', 'websiteId'],
      says: 'several documents of this website have the same name',
    },
    omitted: ['customerIds', 'customerGroupIds'],
    hasBytes: true,
  },
  faults: documentFaults(() => true),
});
