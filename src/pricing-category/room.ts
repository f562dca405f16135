import { CATEGORYPRICE_RIGHTS } from './rights.record.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { priceChecks, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { CATEGORY_PRICE_RESOURCES } from './resources.record.js';
import { CATEGORY_PRICE_MIGRATIONS } from './migrations/index.js';
import { recordOperations, bulkOperations } from '../../libs/operations/index.js';
import { CategoryPriceSource } from './application/category-price-source.js';
import { CategoryPriceChecks } from './application/category-price-checks.js';
import { personalRecords } from '../../libs/records/index.js';
import { categoryPriceResource } from './category-price.record.js';
export const PRICING_CATEGORY_ROOM: RoomManifest = {
  name: 'pricing-category',
  chapter: {
    title: 'Category prices',
    about: 'Prices and discounts that a customer or customer group gets on all products in a category.',
  },
  addOn: true,
  resources: CATEGORY_PRICE_RESOURCES,
  migrations: CATEGORY_PRICE_MIGRATIONS,
  rights: recordRights(CATEGORYPRICE_RIGHTS, 'category prices'),
  operations: CATEGORY_PRICE_RESOURCES.flatMap((resource) => [
    ...recordOperations(resource),
    ...bulkOperations(resource),
  ]),
  services: CATEGORY_PRICE_RESOURCES,
  provides: [
    priceCodes({ code: 'categoryprice', rank: 40, individual: true }),
    priceSources(CategoryPriceSource),
    priceChecks(CategoryPriceChecks),
  ],
  personal: { records: [personalRecords({ resource: categoryPriceResource, by: 'customerId', holds: 'id' })] },
};
