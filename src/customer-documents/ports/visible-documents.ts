import type { Criteria, Day, Page } from '../../../libs/kernel/index.js';
import type { Viewer, VisibilityFacts } from '../domain/visibility.js';

/** A document without the URL of an external document, and without the fields about other viewers. */
export interface ViewedDocument {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly isExternal: number;
  readonly isPublic: number;
  readonly categoryId: number | null;
  readonly websiteId: number;
  readonly showInSidebar: number;
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ProductPage {
  readonly productId: number | undefined;
  readonly sku: string | undefined;
  readonly storeId: number;
}

/** The facts that decide visibility, and the external address. */
export interface SeenDocument extends VisibilityFacts {
  readonly id: number;
  /** Null for a local document. */
  readonly externalUrl: string | null;
}

export abstract class VisibleDocuments {
  /**
   * One page and the total number of documents that this viewer can see (`visibilityOf` in SQL). With a product page,
   * only its documents, sorted by position unless another order is requested. An assignment for the store view
   * overrides one for all store views.
   */
  abstract search(viewer: Viewer, criteria: Criteria, page: ProductPage | undefined): Promise<Page<ViewedDocument>>;

  /** Undefined if the document does not exist. */
  abstract byId(documentId: number, viewer: Viewer): Promise<SeenDocument | undefined>;
}
