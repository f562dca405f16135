import { ofExisting } from '../../../libs/records/index.js';
import { Injectable } from '@nestjs/common';
import {
  CustomerElsewhere,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  refuse,
  type MaybePromise,
  whenThere,
} from '../../../libs/kernel/index.js';
import type { Buyer } from '../../../libs/pricing/index.js';
import {
  CustomerGroups,
  type CustomerFacts,
  Customers,
  SettingsInForce,
  type StoreIds,
  Stores,
  type WebsiteFacts,
  Websites,
} from '../../commerce/index.js';
import {
  ALL,
  type BuyerQuestion,
  buysOn,
  otherWebsiteFault,
  groupFaults,
  storeFaults,
  requestedWebsite,
} from '../domain/buyer-question.js';

const NOT_LOGGED_IN = 0;

/** Resolves buyer and website once per request, inside the caller's snapshot (pricing.md §4 and §6). */
@Injectable()
export class Buyers {
  constructor(
    private readonly customers: Customers,
    private readonly groups: CustomerGroups,
    private readonly stores: Stores,
    private readonly websites: Websites,
    private readonly settings: SettingsInForce,
  ) {}

  resolve(question: BuyerQuestion): MaybePromise<Buyer> {
    return whenThere(this.customer(question), (customer) => {
      refuse(groupFaults(question, customer));
      return whenThere(customer?.groupId ?? this.group(question), (groupId) =>
        whenThere(this.website(question, customer), (website) => this.on(website, question, customer, groupId)),
      );
    });
  }

  private on(
    website: WebsiteFacts,
    { asker, currency }: BuyerQuestion,
    customer: CustomerFacts | undefined,
    groupId: number,
  ): MaybePromise<Buyer> {
    if (customer && !buysOn(customer, website.id)) {
      if (asker !== 'integration') throw new CustomerElsewhere(website.code);
      throw new InputRefused(otherWebsiteFault(customer.id, website.id));
    }
    const customerId = customer?.id ?? null;
    return whenThere(this.settings.find({ websiteId: website.id, groupId, customerId }), (settings) => ({
      customerId,
      groupId,
      websiteId: website.id,
      currency: currency ?? website.baseCurrency,
      baseCurrency: website.baseCurrency,
      timeZone: website.timezone,
      settings,
    }));
  }

  /** An inactive customer counts as unknown. */
  private customer({ customerId }: BuyerQuestion): MaybePromise<CustomerFacts | undefined> {
    if (customerId === null) return undefined;
    return whenThere(this.customers.byId(customerId), (customer) => {
      if (customer?.isActive !== 1) throw new NoSuchEntity('customer_id', customerId);
      return customer;
    });
  }

  /** The group of a buyer who is not a known customer: the requested one, else NOT LOGGED IN. */
  private group({ customerGroupId }: BuyerQuestion): MaybePromise<number> {
    if (customerGroupId === null || customerGroupId === NOT_LOGGED_IN) return NOT_LOGGED_IN;
    return whenThere(this.groups.exists(customerGroupId), (exists) => {
      if (!exists) throw new NoSuchEntity('customer_group_id', customerGroupId);
      return customerGroupId;
    });
  }

  private website(question: BuyerQuestion, customer: CustomerFacts | undefined): MaybePromise<WebsiteFacts> {
    return whenThere(this.store(question), (store) => {
      const named = store && { storeId: store.id, websiteId: store.websiteId };
      const asked = requestedWebsite(question, named, customer);
      const found: MaybePromise<WebsiteFacts | undefined> =
        asked === ALL ? this.websites.standard() : this.websites.byId(asked);
      return whenThere(found, (website) => {
        if (!website) throw new InputRefused(invalidValue('website_id', asked, ofExisting('id', 'website')));
        if (!named || question.websiteId === null) return website;
        return whenThere(asked === ALL ? website : this.websites.standard(), (standard) => {
          refuse(storeFaults(question, named, standard.id));
          return website;
        });
      });
    });
  }

  private store({ storeId }: BuyerQuestion): MaybePromise<StoreIds | undefined> {
    if (storeId === null) return undefined;
    return whenThere(this.stores.byId(storeId), (store) => {
      if (!store) throw new InputRefused(invalidValue('store_id', storeId, ofExisting('id', 'store view')));
      return store;
    });
  }
}
