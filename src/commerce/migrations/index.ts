import type { Migration } from '../../../libs/database/index.js';
import { CreateWebsite } from './20261121120200-website.js';
import { CreateStore } from './20261121120300-store.js';
import { CreateCustomerGroup } from './20261121120400-customer-group.js';
import { CreateCustomer } from './20261121120500-customer.js';
import { CreateCustomerAccount } from './20261121120600-customer-account.js';
import { CreateCategory } from './20261121120700-category.js';
import { CreateProduct } from './20261121120800-product.js';
import { CreateProductWebsitePrice } from './20261121120900-product-website-price.js';
import { CreateProductCategory } from './20261121121000-product-category.js';
import { CreateProductTierPrice } from './20261121121100-product-tier-price.js';
import { CreateSalesEntity } from './20261121121200-sales-entity.js';
import { CreatePriceSettings } from './20261121121300-price-settings.js';

/** The steps of the room's tables; a new one stands at the end. */
export const COMMERCE_MIGRATIONS: readonly Migration[] = [
  new CreateWebsite(),
  new CreateStore(),
  new CreateCustomerGroup(),
  new CreateCustomer(),
  new CreateCustomerAccount(),
  new CreateCategory(),
  new CreateProduct(),
  new CreateProductWebsitePrice(),
  new CreateProductCategory(),
  new CreateProductTierPrice(),
  new CreateSalesEntity(),
  new CreatePriceSettings(),
];
