import { Injectable } from '@nestjs/common';
import { Clock, CustomerElsewhere, dayIn, NotSignedIn } from '../../../libs/kernel/index.js';
import { type CustomerFacts, Customers, Stores, type WebsiteFacts, Websites } from '../../commerce/index.js';
import type { Viewer } from '../domain/visibility.js';

/** The store view from the path. */
export interface PathStore {
  readonly storeId: number;
  readonly websiteId: number;
}

export interface Viewing {
  readonly viewer: Viewer;
  readonly storeId: number;
}

const ALL = 0;

/** A customer of website 0 belongs to all websites. Any other customer belongs to one website. */
const isAtHome = ({ websiteId }: CustomerFacts, here: number): boolean => websiteId === ALL || websiteId === here;

/** Determines the viewer, website and date of a request. */
@Injectable()
export class Viewers {
  constructor(
    private readonly customers: Customers,
    private readonly websites: Websites,
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /**
   * A customer on the website in the path, or on the customer's own website if the path names none (documents.md). Does
   * not check that the customer belongs to the website, because a visibility rule does. Undefined for an unknown
   * customer.
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
   * Same as `customer`, but throws `NotSignedIn` for an inactive customer, and `CustomerElsewhere` on a website to
   * which the customer does not belong.
   */
  async signedIn(id: number, path: PathStore | undefined): Promise<Viewing> {
    const viewing = await this.customer(id, path);
    if (viewing?.viewer.customer?.mayEnter === true) return viewing;
    const customer = await this.customers.byId(id);
    if (!viewing || customer?.isActive !== 1) throw new NotSignedIn('self');
    throw new CustomerElsewhere((await this.website(viewing.viewer.websiteId)).code);
  }

  /** An anonymous viewer in the store view from the path. */
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
