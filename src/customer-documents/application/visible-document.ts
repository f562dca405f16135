import type { Day } from '../../../libs/kernel/index.js';
import {
  DayField,
  fieldsOf,
  FlagField,
  IdField,
  InstantField,
  ObjectField,
  ReferenceField,
  StringField,
  TextField,
  toWire,
} from '../../../libs/records/index.js';
import type { ListedDocument } from './see-documents.js';
import { ShownFile } from '../document.record.js';

/** A document as customers see it, without the fields about other viewers. */
export class VisibleDocument {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Name of the document', example: 'Data sheet WS-1000' })
  readonly name!: string;

  @TextField({
    about: 'Summary of the content; null if there is none',
    nullable: true,
    example: 'Mounting, wiring and light distribution',
  })
  readonly description!: string | null;

  @FlagField({ about: 'External flag: 1 if the document links to an external address', example: 0 })
  readonly isExternal!: number;

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
    onDelete: 'restrict',
    example: 0,
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

  @ObjectField(ShownFile, { about: 'File of the document; null for an external document', nullable: true })
  readonly file!: ShownFile | null;

  @InstantField({ about: 'Time of creation (UTC)' })
  readonly createdAt!: Date;

  @InstantField({ about: 'Time of the last change (UTC)' })
  readonly updatedAt!: Date;
}

/** Fields for searches: the returned fields, and the filters of a product page (documents.md). */
export class VisibleDocumentAsked extends VisibleDocument {
  @ReferenceField('product', {
    about: 'Product whose documents are returned; available only as a filter',
    onDelete: 'cascade',
    example: 5,
  })
  readonly productId!: number;

  @StringField({
    about: 'SKU of the product whose documents are returned; available only as a filter',
    example: 'WS-1000',
  })
  readonly sku!: string;

  @ReferenceField('store', {
    about: 'Store view of the product page; available only as a filter. Default: the store view in the path.',
    onDelete: 'restrict',
    example: 1,
  })
  readonly storeId!: number;
}

const FIELDS = fieldsOf(VisibleDocument);

export const shownDocument = (document: ListedDocument) => toWire(FIELDS, document);
