import type { Resource } from '../../libs/records/index.js';
import { categoryResource } from './category.record.js';
import { customerResource } from './customer.record.js';
import { customerAccountResource } from './customer-account.record.js';
import { customerGroupResource } from './customer-group.record.js';
import { priceSettingsResource } from './price-settings.record.js';
import { productResource } from './product.record.js';
import { productCategoryResource } from './product-category.record.js';
import { productTierPriceResource } from './product-tier-price.record.js';
import { productWebsitePriceResource } from './product-website-price.record.js';
import { salesEntityResource } from './sales-entity.record.js';
import { storeResource } from './store.record.js';
import { websiteResource } from './website.record.js';

/** The resources of commerce with the five standard operations. */
export const COMMERCE_ROUTED: readonly Resource[] = [
  websiteResource,
  storeResource,
  customerGroupResource,
  customerResource,
  categoryResource,
  productResource,
  productTierPriceResource,
  salesEntityResource,
];

/** All records of commerce, including those without their own routes. */
export const COMMERCE_RESOURCES: readonly Resource[] = [
  ...COMMERCE_ROUTED,
  customerAccountResource,
  productCategoryResource,
  productWebsitePriceResource,
  priceSettingsResource,
];
