import { Global, Module, type Provider } from '@nestjs/common';
import { ChangeLog, Clock, SecurityEvents, Transactions } from '../../libs/kernel/index.js';
import {
  type Field,
  fieldsOf,
  type Recorded,
  type Records,
  RecordService,
  RecordStore,
  References,
  type Resource,
  type ResourceService,
  type UniqueKey,
} from '../../libs/records/index.js';
import { recordService, serviceOf } from '../../libs/webapi/index.js';
import { ForgetAttempts, Passwords } from '../access/index.js';
import { ByBusinessKey } from './application/by-business-key.js';
import { CustomersWithAccounts } from './application/customers-with-accounts.js';
import { type Guard, GuardedRecords } from './application/guarded-records.js';
import { LevelPriceSettings } from './application/level-price-settings.js';
import { NestedCategories } from './application/nested-categories.js';
import { type Defaultable, type DefaultGroups, OneDefault } from './application/one-default.js';
import { ProductsWithLists } from './application/products-with-lists.js';
import { SaveCustomers } from './application/save-customers.js';
import { CUSTOMERS_BY_NUMBER, PRODUCTS_BY_SKU } from './application/tokens.js';
import { categoryResource } from './category.record.js';
import { CommerceStorageModule } from './commerce-storage.module.js';
import { type Customer, customerResource } from './customer.record.js';
import { customerGroupResource } from './customer-group.record.js';
import { customerGroupKeptBecause } from './domain/customer-group.js';
import { ALL_STORES, storeKeptBecause } from './domain/store.js';
import { websiteKeptBecause } from './domain/website.js';
import { CustomerGroups, Customers } from './ports/buyers.js';
import { CustomerAccounts } from './ports/customer-accounts.js';
import { Websites } from './ports/websites.js';
import { type LevelSettings, priceSettingsResource, SettingValues } from './price-settings.record.js';
import { type Product, productResource } from './product.record.js';
import { productCategoryResource } from './product-category.record.js';
import { productTierPriceResource } from './product-tier-price.record.js';
import { productWebsitePriceResource } from './product-website-price.record.js';
import { salesEntityResource } from './sales-entity.record.js';
import { storeResource } from './store.record.js';
import { websiteResource } from './website.record.js';

const STORED_PRODUCTS = 'commerce:stored-products';
const STORED_CUSTOMERS = 'commerce:stored-customers';

/** What generic services are made of. */
class Parts {
  constructor(
    readonly store: RecordStore,
    readonly transactions: Transactions,
    private readonly references: References,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
  ) {}

  service<T extends Recorded>(resource: Resource<T>, records: Records<T> = this.store.of(resource)): RecordService<T> {
    const { references, transactions, changes, clock } = this;
    return new RecordService(resource, { records, references, transactions, changes, clock });
  }
}

const one = <V>([first]: readonly V[]): V => {
  if (first === undefined) throw new Error('an empty list');
  return first;
};

/** The only key, with the only field, by which a resource is found beside its id. */
const businessKey = <T extends Recorded>({ unique, byProperty }: Resource<T>, property: string) => {
  const key: UniqueKey<T> = one(
    unique.filter(({ properties }) => properties.length === 1 && properties[0] === property),
  );
  const field: Field = one([byProperty.get(property)].flatMap((found) => found ?? []));
  return { key, field };
};

/** Websites and store views are written one after the other: whoever writes locks store view 0, which is always there. */
const inTurn = <T extends Defaultable>(
  resource: Resource<T>,
  groups: DefaultGroups<T>,
  keptBecause: Guard<T>['keptBecause'],
): Provider => ({
  provide: serviceOf(resource),
  inject: [Parts],
  useFactory: (parts: Parts) => {
    const records = new OneDefault(parts.store.of(resource), groups);
    const stores = parts.store.of(storeResource);
    const takeTurn = async (): Promise<void> => {
      await stores.byIds([ALL_STORES]);
    };
    return new GuardedRecords(parts.service(resource, records), parts.transactions, { keptBecause, takeTurn });
  },
});

const PRODUCTS: readonly Provider[] = [
  {
    provide: STORED_PRODUCTS,
    inject: [Parts],
    useFactory: ({ store, transactions }: Parts): Records<Product> =>
      new ProductsWithLists({
        stored: store.of(productResource),
        categories: store.of(productCategoryResource),
        pair: one(productCategoryResource.unique),
        prices: store.of(productWebsitePriceResource),
        transactions,
      }),
  },
  {
    provide: serviceOf(productResource),
    inject: [Parts, STORED_PRODUCTS],
    useFactory: (parts: Parts, records: Records<Product>) => parts.service(productResource, records),
  },
  {
    provide: PRODUCTS_BY_SKU,
    inject: [serviceOf(productResource), STORED_PRODUCTS],
    useFactory: (service: ResourceService<Product>, records: Records<Product>) =>
      new ByBusinessKey(service, records, businessKey(productResource, 'sku')),
  },
];

const CUSTOMERS: readonly Provider[] = [
  {
    provide: STORED_CUSTOMERS,
    inject: [Parts, CustomerAccounts, ForgetAttempts],
    useFactory: ({ store }: Parts, accounts: CustomerAccounts, attempts: ForgetAttempts): Records<Customer> =>
      new CustomersWithAccounts(store.of(customerResource), accounts, attempts),
  },
  {
    provide: serviceOf(customerResource),
    inject: [Parts, STORED_CUSTOMERS, Websites, Passwords, SecurityEvents],
    useFactory: (
      parts: Parts,
      records: Records<Customer>,
      websites: Websites,
      passwords: Passwords,
      events: SecurityEvents,
    ) =>
      new SaveCustomers<Customer>({
        resource: customerResource,
        serviceOf: (resource) => parts.service(resource, records),
        websites,
        passwords,
        transactions: parts.transactions,
        events,
      }),
  },
  {
    provide: CUSTOMERS_BY_NUMBER,
    inject: [serviceOf(customerResource), STORED_CUSTOMERS],
    useFactory: (service: ResourceService<Customer>, records: Records<Customer>) =>
      new ByBusinessKey(service, records, businessKey(customerResource, 'customerNumber')),
  },
];

const SETTINGS: Provider = {
  provide: LevelPriceSettings,
  inject: [Parts, Websites, CustomerGroups, Customers],
  useFactory: (parts: Parts, websites: Websites, groups: CustomerGroups, customers: Customers) =>
    new LevelPriceSettings<LevelSettings>({
      service: parts.service(priceSettingsResource),
      records: parts.store.of(priceSettingsResource),
      transactions: parts.transactions,
      key: one(priceSettingsResource.unique),
      settings: fieldsOf(SettingValues).map(({ property }) => property),
      exists: async (resource, id) => {
        if (resource === 'customerGroup') return groups.exists(id);
        return (await (resource === 'website' ? websites : customers).byId(id)) !== undefined;
      },
    }),
};

const SERVICES: readonly Provider[] = [
  inTurn(websiteResource, { property: undefined, of: () => 0 }, websiteKeptBecause),
  inTurn(storeResource, { property: 'websiteId', of: ({ websiteId }) => websiteId }, storeKeptBecause),
  {
    provide: serviceOf(customerGroupResource),
    inject: [Parts],
    useFactory: (parts: Parts) =>
      new GuardedRecords(parts.service(customerGroupResource), parts.transactions, {
        keptBecause: customerGroupKeptBecause,
        takeTurn: () => Promise.resolve(),
      }),
  },
  {
    provide: serviceOf(categoryResource),
    inject: [Parts],
    useFactory: (parts: Parts) =>
      parts.service(categoryResource, new NestedCategories(parts.store.of(categoryResource), parts.transactions)),
  },
  recordService(productTierPriceResource),
  recordService(salesEntityResource),
  ...PRODUCTS,
  ...CUSTOMERS,
  SETTINGS,
];

const tokensOf = (providers: readonly Provider[]) =>
  providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));

/** Everything of commerce but its routes: for commands as well. */
@Global()
@Module({
  imports: [CommerceStorageModule],
  providers: [
    {
      provide: Parts,
      inject: [RecordStore, Transactions, References, ChangeLog, Clock],
      useFactory: (...parts: ConstructorParameters<typeof Parts>) => new Parts(...parts),
    },
    ...SERVICES,
  ],
  exports: [CommerceStorageModule, ...tokensOf(SERVICES)],
})
export class CommerceServicesModule {}
