import { Injectable } from '@nestjs/common';
import { type Criteria, NoSuchEntity, type Page, refuse } from '../../../libs/kernel/index.js';
import { placedCriteria } from '../domain/placed.js';
import { type Visibility, visibilityOf } from '../domain/visibility.js';
import { type DocumentFile, FileRecords } from '../ports/file-records.js';
import { type SeenDocument, type ViewedDocument, VisibleDocuments } from '../ports/visible-documents.js';
import type { Viewing } from './viewers.js';

export interface ListedDocument extends ViewedDocument {
  readonly file: DocumentFile | null;
}

/** The documents that customers and anonymous clients can see (documents.md). */
@Injectable()
export class SeeDocuments {
  constructor(
    private readonly documents: VisibleDocuments,
    private readonly files: FileRecords,
  ) {}

  /** Searches the visible documents. With the filters of a product page, returns only its documents. */
  async search({ viewer, storeId }: Viewing, asked: Criteria): Promise<Page<ListedDocument>> {
    const { criteria, page: requested, faults } = placedCriteria(asked);
    refuse(faults);
    const page = requested && { ...requested, storeId: requested.storeId ?? storeId };
    const { items, total } = await this.documents.search(viewer, criteria, page);
    const files = items.length === 0 ? undefined : await this.files.ofDocuments(items.map(({ id }) => id));
    return { items: items.map((item) => ({ ...item, file: files?.get(item.id) ?? null })), total };
  }

  /**
   * Returns a visible document. Throws `NoSuchEntity` for hidden and missing ones alike, so that clients cannot tell
   * them apart.
   */
  async one({ viewer }: Viewing, documentId: number): Promise<SeenDocument> {
    const document = await this.documents.byId(documentId, viewer);
    if (!document || !visibilityOf(document, viewer).visible) throw new NoSuchEntity('id', documentId);
    return document;
  }

  /** Explains the visibility; throws `NoSuchEntity` if the document does not exist. */
  async why({ viewer }: Viewing, documentId: number): Promise<Visibility> {
    const document = await this.documents.byId(documentId, viewer);
    if (!document) throw new NoSuchEntity('id', documentId);
    return visibilityOf(document, viewer);
  }
}
