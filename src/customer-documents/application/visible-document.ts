import type { Day } from '../../../libs/kernel/index.js';
import {
  DayField,
  fieldsOf,
  FlagField,
  IdField,
  InstantField,
  IntField,
  ObjectField,
  StringField,
  TextField,
  toWire,
} from '../../../libs/records/index.js';
import type { ListedDocument } from './see-documents.js';
import { ShownFile } from '../document.record.js';

/** A document as customers and anybody else are shown it: nothing of who else sees it. */
export class VisibleDocument {
  @IdField()
  readonly id!: number;

  @StringField({ about: 'Name of the document', example: 'Data sheet WS-1000' })
  readonly name!: string;

  @TextField({ about: 'What it is about', nullable: true, example: 'Mounting, wiring and light distribution' })
  readonly description!: string | null;

  @FlagField({ about: '1: its content is a redirection to an address elsewhere', example: 0 })
  readonly isExternal!: number;

  @FlagField({ about: '1: everybody sees it', example: 0 })
  readonly isPublic!: number;

  @IntField({ about: 'Its category', nullable: true, example: 3 })
  readonly categoryId!: number | null;

  @IntField({ about: 'Its website; 0 = all', example: 0 })
  readonly websiteId!: number;

  @FlagField({ about: '1: a storefront shows it in its sidebar', example: 0 })
  readonly showInSidebar!: number;

  @DayField({ about: 'First day; null is open', nullable: true })
  readonly validFrom!: Day | null;

  @DayField({ about: 'Last day, included; null is open', nullable: true, example: '2026-12-31' })
  readonly validTo!: Day | null;

  @ObjectField(ShownFile, { about: 'Its file; null for an external document', nullable: true })
  readonly file!: ShownFile | null;

  @InstantField({ about: 'When it was created' })
  readonly createdAt!: Date;

  @InstantField({ about: 'When it was last changed' })
  readonly updatedAt!: Date;
}

/** What a search may name: what is shown, and the page of a product (documents.md). */
export class VisibleDocumentAsked extends VisibleDocument {
  @IntField({ about: 'Filter only: documents on the page of this product', example: 5 })
  readonly productId!: number;

  @StringField({ about: 'Filter only: the same by its SKU', example: 'WS-1000' })
  readonly sku!: string;

  @IntField({ about: "Filter only: on the page in this store view; the path's, if not given", example: 1 })
  readonly storeId!: number;
}

const FIELDS = fieldsOf(VisibleDocument);

export const shownDocument = (document: ListedDocument) => toWire(FIELDS, document);
