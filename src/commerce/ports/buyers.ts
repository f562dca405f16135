import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceSettings } from '../../../libs/pricing/index.js';
import type { CustomerFacts } from '../domain/customer.js';
import type { SettingsBuyer } from '../domain/settings-levels.js';
import type { WebsiteFacts } from '../domain/website.js';

/** The properties of a store view that price requests use. */
export interface StoreIds {
  readonly id: number;
  readonly websiteId: number;
  readonly code: string;
}

export abstract class Stores {
  /** Undefined if it does not exist; store 0 exists. */
  abstract byId(id: number): MaybePromise<StoreIds | undefined>;

  /** The default store view of a website, or else its first one; undefined if it has none. */
  abstract standardOf(websiteId: number): MaybePromise<StoreIds | undefined>;
}

export abstract class Customers {
  /** Finds active and inactive customers; undefined if the customer does not exist. */
  abstract byId(id: number): MaybePromise<CustomerFacts | undefined>;

  /** Finds by exactly this customer number. */
  abstract byNumber(customerNumber: string): MaybePromise<CustomerFacts | undefined>;
}

export abstract class CustomerGroups {
  abstract exists(id: number): MaybePromise<boolean>;
}

/** The effective price settings of a buyer. */
export abstract class SettingsInForce {
  /** Each field has the value of the most specific level that sets it, or the default (pricing.md §3). One query. */
  abstract find(buyer: SettingsBuyer): MaybePromise<PriceSettings>;

  /** The customers from ID `first` to `last` who have settings of their own. */
  abstract customersWithRows(first: number, last: number): MaybePromise<readonly number[]>;
}

export abstract class Websites {
  /** Undefined if it does not exist; website 0 exists. */
  abstract byId(id: number): MaybePromise<WebsiteFacts | undefined>;

  /** The default website; there is always exactly one. */
  abstract standard(): MaybePromise<WebsiteFacts>;
}
