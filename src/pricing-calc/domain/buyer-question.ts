import { type Fault, invalidValue, sentence } from '../../../libs/kernel/index.js';

/** A store view as named in a request; store 0 means all store views. */
interface NamedStore {
  readonly storeId: number;
  readonly websiteId: number;
}

/**
 * The buyer and store as far as the request contains them (pricing.md §4). On `/me/` and `/context/`, the customer is
 * the signed-in one and the store comes from the path. Only an integration can request others.
 */
export interface BuyerQuestion {
  readonly asker: 'integration' | 'customer' | 'storefront';
  readonly customerId: number | null;
  readonly customerGroupId: number | null;
  readonly storeId: number | null;
  readonly websiteId: number | null;
  readonly currency: string | null;
  /** The store view in the path. On the storefront, the default one if the path has none. */
  readonly path: NamedStore | undefined;
}

export const ALL = 0;

interface CustomerMembership {
  readonly websiteId: number;
  readonly groupId: number;
}

/**
 * The requested website: that of the requested store view, else the requested website, else that of the path, else the
 * customer's, else 0. Website 0 means the default website, also for store 0 and for a customer of website 0 (pricing.md
 * §4).
 */
export const requestedWebsite = (
  { websiteId, path }: BuyerQuestion,
  store: NamedStore | undefined,
  customer: CustomerMembership | undefined,
): number => store?.websiteId ?? websiteId ?? path?.websiteId ?? customer?.websiteId ?? ALL;

/** Refuses a store view of another website. `standard` is the default website, which 0 refers to. */
export const storeFaults = (
  { websiteId }: BuyerQuestion,
  store: NamedStore | undefined,
  standard: number,
): readonly Fault[] => {
  if (websiteId === null || store === undefined) return [];
  return (websiteId || standard) === (store.websiteId || standard)
    ? []
    : [invalidValue('website_id', websiteId, 'the website of the store view')];
};

/** Refuses a group other than the customer's. */
export const groupFaults = (
  { customerGroupId }: BuyerQuestion,
  customer: CustomerMembership | undefined,
): readonly Fault[] =>
  customer === undefined || customerGroupId === null || customerGroupId === customer.groupId
    ? []
    : [invalidValue('customer_group_id', customerGroupId, 'the group of the customer')];

/**
 * True if the customer can buy on this website. A customer of website 0 can buy on all websites, any other customer
 * only on their own.
 */
export const buysOn = ({ websiteId }: CustomerMembership, here: number): boolean =>
  websiteId === ALL || websiteId === here;

export const otherWebsiteFault = (customerId: number, websiteId: number): Fault =>
  sentence(
    'Customer %customerId cannot buy on website %websiteId. Send a website on which the customer can buy.',
    { customerId, websiteId },
    'customer_id',
  );
