import { everything, NoSuchEntity, type Transactions } from '../../../libs/kernel/index.js';
import type { Recorded, ResourceService } from '../../../libs/records/index.js';
import {
  ALL_WEBSITES,
  type Level,
  type LevelPriceSettings,
  type Product,
  type ProductTierPrice,
  type Website,
} from '../../commerce/index.js';
import { WHOLESALE_CURRENCY, WHOLESALE_WEBSITE } from '../domain/wholesale.js';
import { ImportRefused } from './import-book.js';

export interface Shop {
  readonly websites: ResourceService<Website>;
  readonly products: ResourceService<Product>;
  readonly tiers: ResourceService<ProductTierPrice>;
  readonly priceSettings: LevelPriceSettings<Level & Recorded>;
  readonly transactions: Transactions;
}

const PAGE = 300;
const PRICE_SELECT = 'sort_order';

const isSet = (amount: unknown): boolean => amount !== null && amount !== undefined;

/** Whether website 1 sells this product at its own or the general amount. */
const isPriced = ({ price, specialPrice, cost, msrp, websitePrices }: Product): boolean =>
  [price, specialPrice, cost, msrp].some(isSet) ||
  websitePrices.some(({ websiteId }) => websiteId === WHOLESALE_WEBSITE);

const isOnWebsite = ({ websiteId }: ProductTierPrice): boolean =>
  websiteId === ALL_WEBSITES || websiteId === WHOLESALE_WEBSITE;

const anyOf = async <T extends Recorded>(
  service: ResourceService<T>,
  holds: (record: T) => boolean,
): Promise<boolean> => {
  for (let page = 1; ; page += 1) {
    const { items, total } = await service.search({ ...everything(PAGE), page });
    if (items.some(holds)) return true;
    if (items.length === 0 || page * PAGE >= total) return false;
  }
};

/** Sets the base currency of website 1 to GBP, unless that would change the meaning of existing prices. */
const settleCurrency = async ({ websites, products, tiers }: Shop): Promise<string> => {
  const website = await websites.get(WHOLESALE_WEBSITE).catch((error: unknown) => {
    if (!(error instanceof NoSuchEntity)) throw error;
    throw new ImportRefused([
      `The wholesale price book is for website ${WHOLESALE_WEBSITE}, which does not exist. Create the website first.`,
    ]);
  });
  const name = `website ${WHOLESALE_WEBSITE} (${website.code})`;
  if (website.baseCurrency === WHOLESALE_CURRENCY) return `Base currency of ${name}: ${WHOLESALE_CURRENCY} (unchanged)`;
  if ((await anyOf(products, isPriced)) || (await anyOf(tiers, isOnWebsite))) {
    throw new ImportRefused([
      `The wholesale price book is in ${WHOLESALE_CURRENCY}, but ${name} contains products priced in ${website.baseCurrency}. ` +
        'Import it into a separate database.',
    ]);
  }
  await websites.update(WHOLESALE_WEBSITE, { base_currency: WHOLESALE_CURRENCY });
  return `Base currency of ${name}: ${WHOLESALE_CURRENCY} (previously ${website.baseCurrency})`;
};

const settlePriceSelect = async ({ priceSettings }: Shop): Promise<string> => {
  const level = { websiteId: ALL_WEBSITES, customerGroupId: null, customerId: null };
  const before = (await priceSettings.get(level))['priceSelect'];
  if (before === PRICE_SELECT) return `price_select of website ${ALL_WEBSITES}: ${PRICE_SELECT} (unchanged)`;
  await priceSettings.put(level, { priceSelect: PRICE_SELECT });
  const was = typeof before === 'string' ? before : 'not set';
  return `price_select of website ${ALL_WEBSITES}: ${PRICE_SELECT} (previously ${was})`;
};

/** Prepares the shop for the wholesale book (running.md); returns what it changed. */
export const settleWholesale =
  (shop: Shop): (() => Promise<readonly string[]>) =>
  () =>
    shop.transactions.write(async () => [await settleCurrency(shop), await settlePriceSelect(shop)]);
