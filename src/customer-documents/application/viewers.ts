import { Injectable } from '@nestjs/common';
import { Clock, CustomerElsewhere, dayIn, NotSignedIn } from '../../../libs/kernel/index.js';
import { type CustomerFacts, Customers, Stores, type WebsiteFacts, Websites } from '../../commerce/index.js';
import type { Viewer } from '../domain/visibility.js';

/** The store view in the path. */
export interface PathStore {
  readonly storeId: number;
  readonly websiteId: number;
}

export interface Viewing {
  readonly viewer: Viewer;
  readonly storeId: number;
}

const ALL = 0;

/** A customer of website 0 belongs to all websites, others only to their own. */
const isAtHome = ({ websiteId }: CustomerFacts, here: number): boolean => websiteId === ALL || websiteId === here;

/** Resolves viewer, website and day of a request. */
@Injectable()
export class Viewers {
  constructor(
    private readonly customers: Customers,
    private readonly websites: Websites,
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /**
   * A customer on the website of the path, or without one on the customer's own (documents.md). One of the visibility
   * rules checks whether the customer belongs there. Undefined for an unknown customer.
   */
  async customer(id: number, path: PathStore | undefined): Promise<Viewing | undefined> {
    const customer = await this.customers.byId(id);
    if (!customer) return undefined;
    const website = await this.website(path?.websiteId ?? customer.websiteId);
    const storeId = path?.storeId ?? (await this.stores.standardOf(website.id))?.id ?? ALL;
    const mayEnter = customer.isActive === 1 && isAtHome(customer, website.id);
    return this.viewing(website, storeId, { id, groupId: customer.groupId, mayEnter });
  }

  /**
   * Like `customer`, but throws `NotSignedIn` for an inactive customer, and `CustomerElsewhere` on a website the customer
   * does not belong to.
   */
  async signedIn(id: number, path: PathStore | undefined): Promise<Viewing> {
    const viewing = await this.customer(id, path);
    if (viewing?.viewer.customer?.mayEnter === true) return viewing;
    const customer = await this.customers.byId(id);
    if (!viewing || customer?.isActive !== 1) throw new NotSignedIn('self');
    throw new CustomerElsewhere((await this.website(viewing.viewer.websiteId)).code);
  }

  /** An anonymous viewer in the store view of the path. */
  async anonymous({ storeId, websiteId }: PathStore): Promise<Viewing> {
    return this.viewing(await this.website(websiteId), storeId, undefined);
  }

  /** Website 0 means the default website. */
  private async website(id: number): Promise<WebsiteFacts> {
    return (id === ALL ? undefined : await this.websites.byId(id)) ?? this.websites.standard();
  }

  private viewing(website: WebsiteFacts, storeId: number, customer: Viewer['customer']): Viewing {
    const today = dayIn(website.timezone, this.clock.now());
    return { viewer: { customer, websiteId: website.id, today }, storeId };
  }
}
