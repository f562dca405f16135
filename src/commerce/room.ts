import { bulkOperations, recordOperations } from '../../libs/operations/index.js';
import { BUSINESS_KEY_OPERATIONS } from './application/business-key-operations.js';
import { LevelPriceSettings } from './application/level-price-settings.js';
import { priceSettingsResource } from './price-settings.record.js';
import { PRICE_SETTINGS_OPERATIONS } from './application/price-settings-operations.js';
import { SHOP_OPERATIONS } from './application/shop-operations.js';
import { COMMERCE_ROUTED, COMMERCE_RESOURCES } from './resources.record.js';
import { COMMERCE_RIGHTS, CREDENTIALS_RIGHT, PRICE_SETTINGS_RIGHTS } from './rights.record.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { COMMERCE_MIGRATIONS } from './migrations/index.js';
import { COMMERCE_PERSONAL } from './personal.record.js';

export const COMMERCE_ROOM: RoomManifest = {
  name: 'commerce',
  chapter: {
    title: 'Shop',
    about: 'Shop data: websites, store views, customers, customer groups, categories, products and price settings.',
  },
  resources: COMMERCE_RESOURCES,
  migrations: COMMERCE_MIGRATIONS,
  rights: [
    ...recordRights(COMMERCE_RIGHTS, 'shop data'),
    ...recordRights(PRICE_SETTINGS_RIGHTS, 'price settings'),
    { name: CREDENTIALS_RIGHT, title: 'Set and remove passwords of customers' },
  ],
  operations: [
    ...COMMERCE_ROUTED.flatMap((resource) => [...recordOperations(resource), ...bulkOperations(resource)]),
    ...BUSINESS_KEY_OPERATIONS,
    ...PRICE_SETTINGS_OPERATIONS,
    ...SHOP_OPERATIONS,
  ],
  services: COMMERCE_ROUTED,
  rowSavers: [[priceSettingsResource, LevelPriceSettings]],
  scopes: [
    { scope: 'product', rank: 10 },
    { scope: 'customer', rank: 20 },
    { scope: 'category', rank: 40 },
    { scope: 'settings', rank: 60 },
  ],
  personal: { records: COMMERCE_PERSONAL },
};
