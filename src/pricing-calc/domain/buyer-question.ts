import { type Fault, invalidValue, sentence } from '../../../libs/kernel/index.js';

/** A store view as a request names it; store 0 stands for all of them. */
interface StorePlace {
  readonly storeId: number;
  readonly websiteId: number;
}

/**
 * Who asks and where, as far as the request says (pricing.md §4). On `/me/` and `/context/` the customer is the one who
 * is signed in and the place comes from the path; only an integration may name others.
 */
export interface BuyerQuestion {
  readonly asker: 'integration' | 'customer' | 'storefront';
  readonly customerId: number | null;
  readonly customerGroupId: number | null;
  readonly storeId: number | null;
  readonly websiteId: number | null;
  readonly currency: string | null;
  /** The store view that the path names; on the storefront the default one where it names none. */
  readonly path: StorePlace | undefined;
}

export const ALL = 0;

/** What of a customer decides the place. */
interface CustomerPlace {
  readonly websiteId: number;
  readonly groupId: number;
}

/**
 * The website that is asked for: the named store's or website, else the path's, else the customer's, else 0, which is
 * priced on the default website like store 0 and a customer of website 0 (pricing.md §4).
 */
export const websiteAsked = (
  { websiteId, path }: BuyerQuestion,
  store: StorePlace | undefined,
  customer: CustomerPlace | undefined,
): number => store?.websiteId ?? websiteId ?? path?.websiteId ?? customer?.websiteId ?? ALL;

/** A store and a website that don't belong together; `standard` is the default website, which stands for 0. */
export const placeFaults = (
  { websiteId }: BuyerQuestion,
  store: StorePlace | undefined,
  standard: number,
): readonly Fault[] => {
  if (websiteId === null || store === undefined) return [];
  return (websiteId || standard) === (store.websiteId || standard) ? [] : [invalidValue('website_id', websiteId)];
};

/** A group that isn't the customer's. */
export const groupFaults = (
  { customerGroupId }: BuyerQuestion,
  customer: CustomerPlace | undefined,
): readonly Fault[] =>
  customer === undefined || customerGroupId === null || customerGroupId === customer.groupId
    ? []
    : [invalidValue('customer_group_id', customerGroupId)];

/** A customer of website 0 buys everywhere, one of another website only there. */
export const buysOn = ({ websiteId }: CustomerPlace, here: number): boolean => websiteId === ALL || websiteId === here;

export const elsewhere = (customerId: number, websiteId: number): Fault =>
  sentence('Customer %customerId cannot buy on website %websiteId.', { customerId, websiteId }, 'customer_id');
