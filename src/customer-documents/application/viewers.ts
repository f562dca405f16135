import { Injectable } from '@nestjs/common';
import { Clock, dayIn, NotSignedIn } from '../../../libs/kernel/index.js';
import { type CustomerFacts, Customers, Stores, type WebsiteFacts, Websites } from '../../commerce/index.js';
import type { Viewer } from '../domain/visibility.js';

/** The store view that a path names. */
export interface PathPlace {
  readonly storeId: number;
  readonly websiteId: number;
}

export interface Viewing {
  readonly viewer: Viewer;
  readonly storeId: number;
}

const ALL = 0;

/** A customer of website 0 is one everywhere, one of another website only there. */
const isAtHome = ({ websiteId }: CustomerFacts, here: number): boolean => websiteId === ALL || websiteId === here;

/** Finds out who looks at documents, where and on which day. */
@Injectable()
export class Viewers {
  constructor(
    private readonly customers: Customers,
    private readonly websites: Websites,
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /**
   * A customer, on the path's website or, where it names none, on the customer's own (documents.md); whether the
   * customer may enter there is one of the rules. Undefined if there is no such customer.
   */
  async customer(id: number, path: PathPlace | undefined): Promise<Viewing | undefined> {
    const customer = await this.customers.byId(id);
    if (!customer) return undefined;
    const website = await this.website(path?.websiteId ?? customer.websiteId);
    const storeId = path?.storeId ?? (await this.stores.standardOf(website.id))?.id ?? ALL;
    const mayEnter = customer.isActive === 1 && isAtHome(customer, website.id);
    return this.viewing(website, storeId, { id, groupId: customer.groupId, mayEnter });
  }

  /** The same of a customer who is signed in: one of another website isn't one here (`NotSignedIn`). */
  async signedIn(id: number, path: PathPlace | undefined): Promise<Viewing> {
    const viewing = await this.customer(id, path);
    if (viewing?.viewer.customer?.mayEnter !== true) throw new NotSignedIn('self');
    return viewing;
  }

  /** Nobody, in the path's store view. */
  async nobody({ storeId, websiteId }: PathPlace): Promise<Viewing> {
    return this.viewing(await this.website(websiteId), storeId, undefined);
  }

  /** Website 0 is seen as the default one. */
  private async website(id: number): Promise<WebsiteFacts> {
    return (id === ALL ? undefined : await this.websites.byId(id)) ?? this.websites.standard();
  }

  private viewing(website: WebsiteFacts, storeId: number, customer: Viewer['customer']): Viewing {
    const today = dayIn(website.timezone, this.clock.now());
    return { viewer: { customer, websiteId: website.id, today }, storeId };
  }
}
