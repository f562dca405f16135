import type { MaybePromise } from '../../../libs/kernel/index.js';
import type { PriceSettings } from '../../../libs/pricing/index.js';
import type { CustomerFacts } from '../domain/customer.js';
import type { SettingsBuyer } from '../domain/settings-levels.js';
import type { WebsiteFacts } from '../domain/website.js';

/** A store view as a quote needs it. */
export interface StoreIds {
  readonly id: number;
  readonly websiteId: number;
  readonly code: string;
}

export abstract class Stores {
  /** Undefined if there is none; store 0 is one. */
  abstract byId(id: number): MaybePromise<StoreIds | undefined>;

  /** The default store view of a website, else its first one; undefined if it has none. */
  abstract standardOf(websiteId: number): MaybePromise<StoreIds | undefined>;
}

export abstract class Customers {
  /** Active or not; undefined if there is none. */
  abstract byId(id: number): MaybePromise<CustomerFacts | undefined>;

  /** Finds by exactly this customer number. */
  abstract byNumber(customerNumber: string): MaybePromise<CustomerFacts | undefined>;
}

export abstract class CustomerGroups {
  abstract exists(id: number): MaybePromise<boolean>;
}

/** The rules that select prices for a buyer. */
export abstract class SettingsInForce {
  /** Field by field the most specific level that sets it, else the built-in value (pricing.md §3). One query. */
  abstract find(buyer: SettingsBuyer): MaybePromise<PriceSettings>;
}

export abstract class Websites {
  /** Undefined if there is none; website 0 is one. */
  abstract byId(id: number): MaybePromise<WebsiteFacts | undefined>;

  /** The default website: there is always exactly one. */
  abstract standard(): MaybePromise<WebsiteFacts>;
}
