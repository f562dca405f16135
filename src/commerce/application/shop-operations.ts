import { answers, needs, operation, type Operation, takes } from '../../../libs/operations/index.js';
import { fieldsOf, IntField, StringField, toWire, WordsField } from '../../../libs/records/index.js';
import type { ShopStoreConfig, ShopStoreGroup, ShopStoreView, ShopWebsite } from '../domain/shop-structure.js';
import { COMMERCE_RIGHTS } from '../rights.record.js';
import { ShopStructure } from './shop-structure.js';

class WebsiteShown implements ShopWebsite {
  @IntField({ about: 'Website ID; 0 means all websites', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the website', example: 'base' })
  readonly code!: string;

  @StringField({ about: 'Name of the website', example: 'Main Website' })
  readonly name!: string;

  @IntField({ about: 'ID of the default store group, equal to the website ID', example: 1 })
  readonly defaultGroupId!: number;
}

class StoreGroupShown implements ShopStoreGroup {
  @IntField({ about: 'Store group ID, equal to the ID of its website', example: 1 })
  readonly id!: number;

  @IntField({ about: 'ID of the website that the store group belongs to', example: 1 })
  readonly websiteId!: number;

  @IntField({ about: 'ID of the root category; 0 unless exactly one root category exists', example: 2 })
  readonly rootCategoryId!: number;

  @IntField({
    about:
      'ID of the default store view of the website, or of its first store view if none is the default; 0 if there are none',
    example: 1,
  })
  readonly defaultStoreId!: number;

  @StringField({ about: 'Name of the store group, equal to the name of the website', example: 'Main Website' })
  readonly name!: string;

  @StringField({ about: 'Code of the store group, equal to the code of the website', example: 'base' })
  readonly code!: string;
}

class StoreViewShown implements ShopStoreView {
  @IntField({ about: 'Store view ID; 0 means all store views', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the store view', example: 'default' })
  readonly code!: string;

  @StringField({ about: 'Name of the store view', example: 'Default Store View' })
  readonly name!: string;

  @IntField({ about: 'Website that the store view belongs to', example: 1 })
  readonly websiteId!: number;

  @IntField({ about: 'ID of the store group, equal to the website ID', example: 1 })
  readonly storeGroupId!: number;

  @IntField({ about: 'Activation status; always 1', max: 1, example: 1 })
  readonly isActive!: number;
}

const URL_ABOUT = 'Public URL of this server';
const URL_EXAMPLE = 'https://kontor.example/';

class StoreConfigShown implements ShopStoreConfig {
  @IntField({ about: 'Store view ID, equal to `id` in the list of store views', example: 1 })
  readonly id!: number;

  @StringField({ about: 'Code of the store view', example: 'default' })
  readonly code!: string;

  @IntField({ about: 'Website that the store view belongs to', example: 1 })
  readonly websiteId!: number;

  @StringField({ about: 'Locale of the store view; default en_US', example: 'en_GB' })
  readonly locale!: string;

  @StringField({ about: 'ISO 4217 code of the base currency of the website', example: 'GBP' })
  readonly baseCurrencyCode!: string;

  @StringField({ about: 'ISO 4217 code of the display currency, equal to the base currency', example: 'GBP' })
  readonly defaultDisplayCurrencyCode!: string;

  @StringField({ about: 'IANA time zone of the website', example: 'Europe/London' })
  readonly timezone!: string;

  @StringField({
    about: 'Usual weight unit in the country of the locale: kgs or lbs',
    words: ['kgs', 'lbs'],
    example: 'kgs',
  })
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
  @WordsField({ about: 'Codes of the store views to return; default: all', of: 'store', default: [] })
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

/** Operations that clients of the shop platform call first, with the platform's names (commerce.md). */
export const SHOP_OPERATIONS: readonly Operation[] = [
  operation({
    ...COMMON,
    service: 'storeWebsiteRepositoryV1',
    name: 'getList',
    summary: 'List all websites in the format of the shop platform',
    rest: { verb: 'GET', path: 'store/websites' },
    input: {},
    output: answers.fieldsList(WebsiteShown),
    run: async (shop) => shown(WebsiteShown, await shop.websites()),
  }),
  operation({
    ...COMMON,
    service: 'storeGroupRepositoryV1',
    name: 'getList',
    summary: 'List all store groups, one per website',
    rest: { verb: 'GET', path: 'store/storeGroups' },
    input: {},
    output: answers.fieldsList(StoreGroupShown),
    run: async (shop) => shown(StoreGroupShown, await shop.storeGroups()),
  }),
  operation({
    ...COMMON,
    service: 'storeStoreRepositoryV1',
    name: 'getList',
    summary: 'List all store views in the format of the shop platform',
    rest: { verb: 'GET', path: 'store/storeViews' },
    input: {},
    output: answers.fieldsList(StoreViewShown),
    run: async (shop) => shown(StoreViewShown, await shop.storeViews()),
  }),
  operation({
    ...COMMON,
    service: 'storeStoreConfigManagerV1',
    name: 'getStoreConfigs',
    summary: 'List currency, time zone, locale and URLs of all store views except store view 0',
    rest: { verb: 'GET', path: 'store/storeConfigs' },
    input: { query: takes.query(StoreCodes) },
    output: answers.fieldsList(StoreConfigShown),
    run: async (shop, { query: { storeCodes } }) => shown(StoreConfigShown, await shop.storeConfigs(storeCodes)),
  }),
  operation({
    ...COMMON,
    service: 'backendModuleServiceV1',
    name: 'getModules',
    summary: 'List the installed modules',
    about: 'Search criteria are ignored.',
    rest: { verb: 'GET', path: 'modules' },
    input: {},
    output: answers.strings(['Kontor_Commerce', 'Kontor_PricingList']),
    run: (shop) => shop.modules(),
  }),
];
