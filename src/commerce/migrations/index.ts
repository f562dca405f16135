import type { Migration } from '../../../libs/database/index.js';
import { CREATE_WEBSITE } from './20261121120200-website.js';
import { CREATE_STORE } from './20261121120300-store.js';
import { CREATE_CUSTOMER_GROUP } from './20261121120400-customer-group.js';
import { CREATE_CUSTOMER } from './20261121120500-customer.js';
import { CREATE_CUSTOMER_ACCOUNT } from './20261121120600-customer-account.js';
import { CREATE_CATEGORY } from './20261121120700-category.js';
import { CREATE_PRODUCT } from './20261121120800-product.js';
import { CREATE_PRODUCT_WEBSITE_PRICE } from './20261121120900-product-website-price.js';
import { CREATE_PRODUCT_CATEGORY } from './20261121121000-product-category.js';
import { CREATE_PRODUCT_TIER_PRICE } from './20261121121100-product-tier-price.js';
import { CREATE_SALES_ENTITY } from './20261121121200-sales-entity.js';
import { WRITTEN_AT_OF_SHOP } from './20261129030000-written-at.js';
import { CREATE_PRICE_SETTINGS } from './20261121121300-price-settings.js';
import { ADD_QTY_1_MEANS_ANY } from './20261129020000-qty-one-means-any.js';
import { GRANT_PRICE_SETTINGS } from './20261129020100-price-settings-rights.js';

/** Migrations of this module's tables. Append new ones at the end. */
export const COMMERCE_MIGRATIONS: readonly Migration[] = [
  CREATE_WEBSITE,
  CREATE_STORE,
  CREATE_CUSTOMER_GROUP,
  CREATE_CUSTOMER,
  CREATE_CUSTOMER_ACCOUNT,
  CREATE_CATEGORY,
  CREATE_PRODUCT,
  CREATE_PRODUCT_WEBSITE_PRICE,
  CREATE_PRODUCT_CATEGORY,
  CREATE_PRODUCT_TIER_PRICE,
  CREATE_SALES_ENTITY,
  CREATE_PRICE_SETTINGS,
  ADD_QTY_1_MEANS_ANY,
  GRANT_PRICE_SETTINGS,
  ...WRITTEN_AT_OF_SHOP,
];
