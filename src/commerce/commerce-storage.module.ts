import { type ClassProvider, Module, type Type } from '@nestjs/common';
import { StoreViews } from '../../libs/web/index.js';
import { CustomerCredentials } from '../access/index.js';
import { CachedCustomerGroups, CachedCustomers, CachedSettingsInForce } from './adapters/memory/cached-buyers.js';
import { CachedStores, CachedStoreViews, CachedWebsites } from './adapters/memory/cached-stores.js';
import { CachedPricedProducts, CachedProductTiers } from './adapters/memory/cached-products.js';
import { SqlCustomerAccounts } from './adapters/sql/sql-customer-accounts.js';
import { SqlCustomerCredentials } from './adapters/sql/sql-customer-credentials.js';
import { SqlCustomers } from './adapters/sql/sql-customers.js';
import { SqlPricedProducts } from './adapters/sql/sql-priced-products.js';
import { TypeOrmProductBook } from './adapters/typeorm/typeorm-product-book.js';
import { SqlProductTiers } from './adapters/sql/sql-product-tiers.js';
import { SqlSettingsInForce } from './adapters/sql/sql-settings-in-force.js';
import {
  TypeOrmStores,
  TypeOrmStoreViews,
  TypeOrmCustomerGroups,
  TypeOrmWebsites,
} from './adapters/typeorm/typeorm-stores.js';
import { CustomerGroups, Customers, SettingsInForce, Stores, Websites } from './ports/buyers.js';
import { CustomerAccounts } from './ports/customer-accounts.js';
import { PricedProducts, ProductTiers, ProductBook } from './ports/products.js';

/** Adapters of data that price requests read repeatedly; caches are in front of these. */
const STORED: readonly Type[] = [
  TypeOrmWebsites,
  TypeOrmStores,
  TypeOrmStoreViews,
  TypeOrmCustomerGroups,
  SqlCustomers,
  SqlSettingsInForce,
  SqlPricedProducts,
  SqlProductTiers,
];

/** The adapter for each port. `StoreViews` belongs to libs/web, `CustomerCredentials` to `access`. */
const PORTS: readonly ClassProvider[] = [
  { provide: Websites, useClass: CachedWebsites },
  { provide: Stores, useClass: CachedStores },
  { provide: StoreViews, useClass: CachedStoreViews },
  { provide: CustomerGroups, useClass: CachedCustomerGroups },
  { provide: Customers, useClass: CachedCustomers },
  { provide: CustomerAccounts, useClass: SqlCustomerAccounts },
  { provide: CustomerCredentials, useClass: SqlCustomerCredentials },
  { provide: SettingsInForce, useClass: CachedSettingsInForce },
  { provide: PricedProducts, useClass: CachedPricedProducts },
  { provide: ProductTiers, useClass: CachedProductTiers },
  { provide: ProductBook, useClass: TypeOrmProductBook },
];

/** The stored data of commerce for other modules. */
@Module({ providers: [...STORED, ...PORTS], exports: PORTS.map(({ provide }) => provide) })
export class CommerceStorageModule {}
