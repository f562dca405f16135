import { Injectable } from '@nestjs/common';
import { type Criteria, NoSuchEntity, type Page, refuse } from '../../../libs/kernel/index.js';
import { placedCriteria } from '../domain/placed.js';
import { type Visibility, visibilityOf } from '../domain/visibility.js';
import { type DocumentFile, DocumentFiles } from '../ports/document-files.js';
import { type SeenDocument, type ViewedDocument, VisibleDocuments } from '../ports/visible-documents.js';
import type { Viewing } from './viewers.js';

export interface ListedDocument extends ViewedDocument {
  readonly file: DocumentFile | null;
}

/** What customers and anybody else see of the documents (documents.md). */
@Injectable()
export class SeeDocuments {
  constructor(
    private readonly documents: VisibleDocuments,
    private readonly files: DocumentFiles,
  ) {}

  /** What this viewer sees now; with the filters of a product's page what is placed there. */
  async search({ viewer, storeId }: Viewing, asked: Criteria): Promise<Page<ListedDocument>> {
    const { criteria, place, faults } = placedCriteria(asked);
    refuse(faults);
    const page = place && { ...place, storeId: place.storeId ?? storeId };
    const { items, total } = await this.documents.search(viewer, criteria, page);
    const files = items.length === 0 ? undefined : await this.files.ofDocuments(items.map(({ id }) => id));
    return { items: items.map((item) => ({ ...item, file: files?.get(item.id) ?? null })), total };
  }

  /** A document that this viewer sees; `NoSuchEntity` for any other, there or not: nobody learns which. */
  async one({ viewer }: Viewing, documentId: number): Promise<SeenDocument> {
    const document = await this.documents.facts(documentId, viewer);
    if (!document || !visibilityOf(document, viewer).visible) throw new NoSuchEntity('id', documentId);
    return document;
  }

  /** Why this viewer sees the document or doesn't; `NoSuchEntity` if there is none. */
  async why({ viewer }: Viewing, documentId: number): Promise<Visibility> {
    const document = await this.documents.facts(documentId, viewer);
    if (!document) throw new NoSuchEntity('id', documentId);
    return visibilityOf(document, viewer);
  }
}
