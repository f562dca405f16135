import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, IntField, StringField, toWire, WordsField } from '../../../libs/records/index.js';
import type { ShopStoreConfig, ShopStoreGroup, ShopStoreView, ShopWebsite } from '../domain/shop-structure.js';
import { COMMERCE_RIGHTS } from '../rights.record.js';
import { ShopStructure } from './shop-structure.js';

class WebsiteShown implements ShopWebsite {
  @IntField({ about: 'Of the website; 0 stands for all', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the website', example: 'base' })
  readonly code!: string;

  @StringField({ about: 'Name of the website', example: 'Main Website' })
  readonly name!: string;

  @IntField({ about: 'Its group of store views, which has the id of the website', example: 1 })
  readonly defaultGroupId!: number;
}

class StoreGroupShown implements ShopStoreGroup {
  @IntField({ about: 'Each website has one group, with its id', example: 1 })
  readonly id!: number;

  @IntField({ about: 'The website', example: 1 })
  readonly websiteId!: number;

  @IntField({ about: 'The one category above all; 0 where there are none or several', example: 2 })
  readonly rootCategoryId!: number;

  @IntField({ about: 'The default store view of the website, else its first; 0 if it has none', example: 1 })
  readonly defaultStoreId!: number;

  @StringField({ about: 'Name of the website', example: 'Main Website' })
  readonly name!: string;

  @StringField({ about: 'Code of the website', example: 'base' })
  readonly code!: string;
}

class StoreViewShown implements ShopStoreView {
  @IntField({ about: 'Of the store view; 0 stands for all', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the store view', example: 'default' })
  readonly code!: string;

  @StringField({ about: 'Name of the store view', example: 'Default Store View' })
  readonly name!: string;

  @IntField({ about: 'The website it belongs to', example: 1 })
  readonly websiteId!: number;

  @IntField({ about: 'The group of its website', example: 1 })
  readonly storeGroupId!: number;

  @IntField({ about: '1: every store view is active', max: 1, example: 1 })
  readonly isActive!: number;
}

const URL_ABOUT = 'The address of this server';
const URL_EXAMPLE = 'https://kontor.example/';

class StoreConfigShown implements ShopStoreConfig {
  @IntField({ about: 'Of the store view', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the store view', example: 'default' })
  readonly code!: string;

  @IntField({ about: 'The website it belongs to', example: 1 })
  readonly websiteId!: number;

  @StringField({ about: 'Of the store view; en_US where none is set', example: 'en_GB' })
  readonly locale!: string;

  @StringField({ about: 'Of the website', example: 'GBP' })
  readonly baseCurrencyCode!: string;

  @StringField({ about: 'Of the website', example: 'GBP' })
  readonly defaultDisplayCurrencyCode!: string;

  @StringField({ about: 'Of the website', example: 'Europe/London' })
  readonly timezone!: string;

  @StringField({ about: 'As the country of the locale weighs', words: ['kgs', 'lbs'], example: 'kgs' })
  readonly weightUnit!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly baseUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly baseLinkUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly baseStaticUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly baseMediaUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly secureBaseUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly secureBaseLinkUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly secureBaseStaticUrl!: string;

  @StringField({ about: URL_ABOUT, example: URL_EXAMPLE })
  readonly secureBaseMediaUrl!: string;
}

class StoreCodes {
  @WordsField({ about: 'Codes of the store views that are asked for; without, all', of: 'store', default: [] })
  readonly storeCodes!: readonly string[];
}

const COMMON = {
  right: needs.right(COMMERCE_RIGHTS.read),
  effect: 'reads',
  tag: 'Shop',
  by: ShopStructure,
} as const;

const shown = (of: new () => object, items: readonly object[]) => {
  const fields = fieldsOf(of);
  return items.map((item) => toWire(fields, item));
};

/** What clients of the shop platform ask before they begin, under the platform's own names (commerce.md). */
export const SHOP_OPERATIONS: readonly Operation[] = [
  operation({
    ...COMMON,
    service: 'storeWebsiteRepositoryV1',
    name: 'getList',
    summary: 'All websites, as the shop platform tells them',
    rest: { verb: 'GET', path: 'store/websites' },
    input: {},
    output: answers.fieldsList(WebsiteShown),
    run: async (shop) => shown(WebsiteShown, await shop.websites()),
  }),
  operation({
    ...COMMON,
    service: 'storeGroupRepositoryV1',
    name: 'getList',
    summary: 'All groups of store views: one for each website',
    rest: { verb: 'GET', path: 'store/storeGroups' },
    input: {},
    output: answers.fieldsList(StoreGroupShown),
    run: async (shop) => shown(StoreGroupShown, await shop.storeGroups()),
  }),
  operation({
    ...COMMON,
    service: 'storeStoreRepositoryV1',
    name: 'getList',
    summary: 'All store views, as the shop platform tells them',
    rest: { verb: 'GET', path: 'store/storeViews' },
    input: {},
    output: answers.fieldsList(StoreViewShown),
    run: async (shop) => shown(StoreViewShown, await shop.storeViews()),
  }),
  operation({
    ...COMMON,
    service: 'storeStoreConfigManagerV1',
    name: 'getStoreConfigs',
    summary: 'Currency, time zone, locale and address of the store views, store 0 left out',
    rest: { verb: 'GET', path: 'store/storeConfigs' },
    input: { query: takes.query(StoreCodes) },
    output: answers.fieldsList(StoreConfigShown),
    run: async (shop, { query: { storeCodes } }) => shown(StoreConfigShown, await shop.storeConfigs(storeCodes)),
  }),
  operation({
    ...COMMON,
    service: 'backendModuleServiceV1',
    name: 'getModules',
    summary: 'Names of what is installed',
    about: 'Whatever criteria clients send is passed over.',
    rest: { verb: 'GET', path: 'modules' },
    input: {},
    output: answers.strings(['Kontor_Commerce', 'Kontor_PricingList']),
    run: (shop) => shop.modules(),
  }),
];
