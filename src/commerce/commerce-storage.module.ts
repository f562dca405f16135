import { type ClassProvider, Module, type Type } from '@nestjs/common';
import { StoreViews } from '../../libs/web/index.js';
import { CustomerCredentials } from '../access/index.js';
import {
  RememberedCustomerGroups,
  RememberedCustomers,
  RememberedSettingsInForce,
} from './adapters/memory/remembered-buyers.js';
import { RememberedStores, RememberedStoreViews, RememberedWebsites } from './adapters/memory/remembered-places.js';
import { RememberedPricedProducts, RememberedProductTiers } from './adapters/memory/remembered-products.js';
import { SqlCustomerAccounts } from './adapters/sql/sql-customer-accounts.js';
import { SqlCustomerCredentials } from './adapters/sql/sql-customer-credentials.js';
import { SqlCustomers } from './adapters/sql/sql-customers.js';
import { TypeOrmCustomerGroups } from './adapters/typeorm/typeorm-customer-groups.js';
import { SqlPricedProducts } from './adapters/sql/sql-priced-products.js';
import { TypeOrmProductBook } from './adapters/typeorm/typeorm-product-book.js';
import { SqlProductTiers } from './adapters/sql/sql-product-tiers.js';
import { SqlSettingsInForce } from './adapters/sql/sql-settings-in-force.js';
import { TypeOrmStores, TypeOrmStoreViews } from './adapters/typeorm/typeorm-stores.js';
import { TypeOrmWebsites } from './adapters/typeorm/typeorm-websites.js';
import { CustomerGroups, Customers, SettingsInForce, Stores } from './ports/buyers.js';
import { CustomerAccounts } from './ports/customer-accounts.js';
import { PricedProducts, ProductTiers } from './ports/priced-products.js';
import { ProductBook } from './ports/product-book.js';
import { Websites } from './ports/websites.js';

/** Data that price requests read repeatedly is cached in front of these. */
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

/** The adapter for each port; `StoreViews` belongs to the wire, `CustomerCredentials` to `access`. */
const PORTS: readonly ClassProvider[] = [
  { provide: Websites, useClass: RememberedWebsites },
  { provide: Stores, useClass: RememberedStores },
  { provide: StoreViews, useClass: RememberedStoreViews },
  { provide: CustomerGroups, useClass: RememberedCustomerGroups },
  { provide: Customers, useClass: RememberedCustomers },
  { provide: CustomerAccounts, useClass: SqlCustomerAccounts },
  { provide: CustomerCredentials, useClass: SqlCustomerCredentials },
  { provide: SettingsInForce, useClass: RememberedSettingsInForce },
  { provide: PricedProducts, useClass: RememberedPricedProducts },
  { provide: ProductTiers, useClass: RememberedProductTiers },
  { provide: ProductBook, useClass: TypeOrmProductBook },
];

/** The stored data of commerce, as other modules read it. */
@Module({ providers: [...STORED, ...PORTS], exports: PORTS.map(({ provide }) => provide) })
export class CommerceStorageModule {}
