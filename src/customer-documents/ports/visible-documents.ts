import type { Criteria, Day, Page } from '../../../libs/kernel/index.js';
import type { Viewer, VisibilityFacts } from '../domain/visibility.js';

/** A document as its viewers see it: nothing of who else sees it, and not where an external one lies. */
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

/** The page of a product in a store view. */
export interface ProductPage {
  readonly productId: number | undefined;
  readonly sku: string | undefined;
  readonly storeId: number;
}

/** A document as it is decided whether somebody sees it, and where its content lies. */
export interface SeenDocument extends VisibilityFacts {
  readonly id: number;
  /** Of an external document. */
  readonly externalUrl: string | null;
}

export abstract class VisibleDocuments {
  /**
   * One page of what this viewer sees (`visibilityOf`, in the database's words), and how many there are in all. Of a
   * product's page only those placed there, by position where nothing else is asked for; the store view's own place
   * before the one in all.
   */
  abstract search(viewer: Viewer, criteria: Criteria, page: ProductPage | undefined): Promise<Page<ViewedDocument>>;

  /** What decides whether this viewer sees the document; undefined if there is none. */
  abstract facts(documentId: number, viewer: Viewer): Promise<SeenDocument | undefined>;
}
