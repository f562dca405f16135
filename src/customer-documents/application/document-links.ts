import { Injectable } from '@nestjs/common';
import { Clock, NoSuchEntity } from '../../../libs/kernel/index.js';
import { LinkSeals } from '../ports/link-seals.js';
import { FileRecords } from '../ports/file-records.js';
import type { SeenDocument } from '../ports/visible-documents.js';
import { SeeDocuments } from './see-documents.js';
import { CustomerDocumentsSettings } from '../settings.js';
import { Viewers, type PathPlace, type Viewing } from './viewers.js';

/** Where a link is opened, below REST_BASE. */
export const LINK_ROUTE = 'customerdocuments/link';

interface MadeLink {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A link that still holds: whose it is, and to which content. */
interface OpenedLink {
  readonly document: SeenDocument;
  readonly customerId: number;
  /** The content that the link was made for; the file may have become another one since. */
  readonly contentHash: string;
}

/** One text for each link that doesn't hold, whatever is wrong with it; the token is never repeated. */
const noSuchLink = (): NoSuchEntity => new NoSuchEntity('token', '…');

/** Short-lived links to what a customer sees, for whoever can't send a header (documents.md, "Links"). */
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

  async make(viewing: Viewing, customerId: number, documentId: number): Promise<MadeLink> {
    const document = await this.documents.one(viewing, documentId);
    const contentHash = await this.hashOf(document);
    if (contentHash === undefined) throw new NoSuchEntity('id', documentId);
    const expiresAt = new Date(this.clock.now().getTime() + this.settings.LINK_SECONDS * 1000);
    const { websiteId } = viewing.viewer;
    return { token: this.seals.seal({ documentId, contentHash, customerId, websiteId, expiresAt }), expiresAt };
  }

  /** Asks each time anew whether the customer may still enter and sees the document; `NoSuchEntity` if not. */
  async open(token: string): Promise<OpenedLink> {
    const claims = this.seals.open(token);
    if (!claims || claims.expiresAt <= this.clock.now()) throw noSuchLink();
    const { customerId, documentId, websiteId, contentHash } = claims;
    const viewing = await this.viewers.customer(customerId, this.placeOn(websiteId));
    if (viewing?.viewer.customer?.mayEnter !== true || viewing.viewer.websiteId !== websiteId) throw noSuchLink();
    const document = await this.documents.one(viewing, documentId).catch((error: unknown) => {
      throw error instanceof NoSuchEntity ? noSuchLink() : error;
    });
    if ((await this.hashOf(document)) !== contentHash) throw noSuchLink();
    return { document, customerId, contentHash };
  }

  /** A link lies on its website; which of its store views doesn't matter. */
  private placeOn(websiteId: number): PathPlace {
    return { websiteId, storeId: 0 };
  }

  private async hashOf({ id, externalUrl }: SeenDocument): Promise<string | undefined> {
    return externalUrl === null ? (await this.files.find(id))?.sha256 : this.seals.hashOf(externalUrl);
  }
}
