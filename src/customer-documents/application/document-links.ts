import { Injectable } from '@nestjs/common';
import { Clock, NoSuchEntity } from '../../../libs/kernel/index.js';
import { LinkSeals } from '../ports/link-seals.js';
import { FileRecords } from '../ports/file-records.js';
import type { SeenDocument } from '../ports/visible-documents.js';
import { SeeDocuments } from './see-documents.js';
import { CustomerDocumentsSettings } from '../settings.js';
import { Viewers, type PathStore, type Viewing } from './viewers.js';

/** Route of links, relative to REST_BASE. */
export const LINK_ROUTE = 'customerdocuments/link';

interface MadeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A valid link, with its customer and content. */
interface OpenedLink {
  readonly document: SeenDocument;
  readonly customerId: number;
  /** Hash of the content when the link was created. The file can have changed since then. */
  readonly contentHash: string;
}

/** The same error for every invalid link. It does not repeat the token. */
const noSuchLink = (): NoSuchEntity => new NoSuchEntity('token', '…');

/** Short-lived links for clients that cannot send a header (documents.md, "Links"). */
@Injectable()
export class DocumentLinks {
  constructor(
    private readonly seals: LinkSeals,
    private readonly viewers: Viewers,
    private readonly documents: SeeDocuments,
    private readonly files: FileRecords,
    private readonly settings: CustomerDocumentsSettings,
    private readonly clock: Clock,
  ) {}

  async create(viewing: Viewing, customerId: number, documentId: number): Promise<MadeLink> {
    const document = await this.documents.one(viewing, documentId);
    const contentHash = await this.hashOf(document);
    if (contentHash === undefined) throw new NoSuchEntity('id', documentId);
    const expiresAt = new Date(this.clock.now().getTime() + this.settings.LINK_SECONDS * 1000);
    const { websiteId } = viewing.viewer;
    return { token: this.seals.seal({ documentId, contentHash, customerId, websiteId, expiresAt }), expiresAt };
  }

  /** Checks on each use that the customer can still sign in and see the document; throws `NoSuchEntity` otherwise. */
  async open(token: string): Promise<OpenedLink> {
    const claims = this.seals.open(token);
    if (!claims || claims.expiresAt <= this.clock.now()) throw noSuchLink();
    const { customerId, documentId, websiteId, contentHash } = claims;
    const viewing = await this.viewers.customer(customerId, this.storeOn(websiteId));
    if (viewing?.viewer.customer?.mayEnter !== true || viewing.viewer.websiteId !== websiteId) throw noSuchLink();
    const document = await this.documents.one(viewing, documentId).catch((error: unknown) => {
      throw error instanceof NoSuchEntity ? noSuchLink() : error;
    });
    if ((await this.hashOf(document)) !== contentHash) throw noSuchLink();
    return { document, customerId, contentHash };
  }

  /** A link belongs to a website. The store view does not matter. */
  private storeOn(websiteId: number): PathStore {
    return { websiteId, storeId: 0 };
  }

  private async hashOf({ id, externalUrl }: SeenDocument): Promise<string | undefined> {
    return externalUrl === null ? (await this.files.find(id))?.sha256 : this.seals.hashOf(externalUrl);
  }
}
