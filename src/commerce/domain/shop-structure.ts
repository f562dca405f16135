import type { StoreFacts } from './store.js';
import type { WebsiteFacts } from './website.js';

/** A website in the API format of the shop platform. */
export interface ShopWebsite {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly defaultGroupId: number;
}

/** A group of store views: each website has one, with the website's id. */
export interface ShopStoreGroup {
  readonly id: number;
  readonly websiteId: number;
  readonly rootCategoryId: number;
  readonly defaultStoreId: number;
  readonly name: string;
  readonly code: string;
}

export interface ShopStoreView {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly websiteId: number;
  readonly storeGroupId: number;
  readonly isActive: number;
}

export interface ShopStoreConfig {
  readonly id: number;
  readonly code: string;
  readonly websiteId: number;
  readonly locale: string;
  readonly baseCurrencyCode: string;
  readonly defaultDisplayCurrencyCode: string;
  readonly timezone: string;
  readonly weightUnit: string;
  readonly baseUrl: string;
  readonly baseLinkUrl: string;
  readonly baseStaticUrl: string;
  readonly baseMediaUrl: string;
  readonly secureBaseUrl: string;
  readonly secureBaseLinkUrl: string;
  readonly secureBaseStaticUrl: string;
  readonly secureBaseMediaUrl: string;
}

/** The platform returns 0 for missing references. */
const NONE = 0;
/** Default values of the platform. */
const LOCALE = 'en_US';
/** Countries that use pounds as weight unit. */
const POUNDS = /[-_](?:US|LR|MM)\b/i;

export const websiteOf = ({ id, code, name }: WebsiteFacts): ShopWebsite => ({
  id,
  code,
  name,
  defaultGroupId: id,
});

/** The only top-level category; 0 if there are none or several. */
export const rootOf = (withoutParent: readonly { readonly id: number }[]): number =>
  withoutParent.length === 1 ? (withoutParent[0]?.id ?? NONE) : NONE;

/** The default store view of a website, or else its first one; 0 if it has none. */
const defaultStoreOf = (websiteId: number, stores: readonly StoreFacts[]): number => {
  const own = stores.filter((store) => store.websiteId === websiteId);
  return (own.find(({ isDefault }) => isDefault === 1) ?? own[0])?.id ?? NONE;
};

export const storeGroupOf = (
  { id, code, name }: WebsiteFacts,
  stores: readonly StoreFacts[],
  root: number,
): ShopStoreGroup => ({
  id,
  websiteId: id,
  rootCategoryId: id === 0 ? NONE : root,
  defaultStoreId: defaultStoreOf(id, stores),
  name,
  code,
});

/** Every existing store view is usable, so all are active. */
export const storeViewOf = ({ id, code, name, websiteId }: StoreFacts): ShopStoreView => ({
  id,
  code,
  name,
  websiteId,
  storeGroupId: websiteId,
  isActive: 1,
});

/** The platform's URLs end with a slash. */
const withSlash = (url: string): string => (url.endsWith('/') ? url : `${url}/`);

/** All URLs are those of this server, because the other URLs of the shop are unknown here. */
export const storeConfigOf = (store: StoreFacts, website: WebsiteFacts, baseUrl: string): ShopStoreConfig => {
  const url = withSlash(baseUrl);
  const locale = store.locale ?? LOCALE;
  return {
    id: store.id,
    code: store.code,
    websiteId: website.id,
    locale,
    baseCurrencyCode: website.baseCurrency,
    defaultDisplayCurrencyCode: website.baseCurrency,
    timezone: website.timezone,
    weightUnit: POUNDS.test(locale) ? 'lbs' : 'kgs',
    baseUrl: url,
    baseLinkUrl: url,
    baseStaticUrl: url,
    baseMediaUrl: url,
    secureBaseUrl: url,
    secureBaseLinkUrl: url,
    secureBaseStaticUrl: url,
    secureBaseMediaUrl: url,
  };
};

/** Name of a module in the platform's format: `pricing-customer` is `Kontor_PricingCustomer`. */
export const moduleNamed = (room: string): string =>
  `Kontor_${room
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;
