import { recordService } from '../../libs/manifest/index.js';
import { Global, Module, type Provider } from '@nestjs/common';
import { AuditTrail, Clock, Transactions } from '../../libs/kernel/index.js';
import {
  fieldsOf,
  PersonalData,
  RecordService,
  RecordStore,
  type ResourceService,
  serviceOf,
} from '../../libs/records/index.js';
import { CategoryHooks } from './application/category-hooks.js';
import { CustomerData } from './application/customer-data.js';
import { CustomerHooks } from './application/customer-hooks.js';
import { StoreHooks, WebsiteHooks } from './application/default-hooks.js';
import { LevelPriceSettings } from './application/level-price-settings.js';
import { ProductHooks } from './application/product-hooks.js';
import { categoryResource } from './category.record.js';
import { CommerceStorageModule } from './commerce-storage.module.js';
import { type Customer, customerResource } from './customer.record.js';
import { customerGroupResource } from './customer-group.record.js';
import { CustomerGroups, Customers, Websites } from './ports/buyers.js';
import { type LevelSettings, priceSettingsResource, SettingValues } from './price-settings.record.js';
import { productResource } from './product.record.js';
import { productTierPriceResource } from './product-tier-price.record.js';
import { salesEntityResource } from './sales-entity.record.js';
import { storeResource } from './store.record.js';
import { websiteResource } from './website.record.js';

const one = <V>([first]: readonly V[]): V => {
  if (first === undefined) throw new Error('an empty list');
  return first;
};

/** Stores the price settings of a level found by `LevelPriceSettings`. */
class StoredPriceSettings extends RecordService<LevelSettings> {}

const HOOKS: readonly Provider[] = [WebsiteHooks, StoreHooks, CustomerHooks, CategoryHooks, ProductHooks];

const SETTINGS: readonly Provider[] = [
  recordService(priceSettingsResource, { token: StoredPriceSettings }),
  {
    provide: LevelPriceSettings,
    inject: [StoredPriceSettings, RecordStore, Transactions, Websites, CustomerGroups, Customers],
    useFactory: (
      service: StoredPriceSettings,
      store: RecordStore,
      transactions: Transactions,
      websites: Websites,
      groups: CustomerGroups,
      customers: Customers,
    ) =>
      new LevelPriceSettings<LevelSettings>({
        service,
        records: store.recordsOf(priceSettingsResource),
        transactions,
        key: one(priceSettingsResource.unique),
        settings: fieldsOf(SettingValues).map(({ property }) => property),
        exists: async (resource, id) => {
          if (resource === 'customerGroup') return groups.exists(id);
          return (await (resource === 'website' ? websites : customers).byId(id)) !== undefined;
        },
      }),
  },
];

const CUSTOMER_DATA: Provider = {
  provide: CustomerData,
  inject: [Customers, serviceOf(customerResource), PersonalData, Transactions, AuditTrail, Clock],
  useFactory: (
    customers: Customers,
    service: ResourceService<Customer>,
    personal: PersonalData,
    transactions: Transactions,
    trail: AuditTrail,
    clock: Clock,
  ) => new CustomerData(customers, service, personal, transactions, trail, clock),
};

const SERVICES: readonly Provider[] = [
  recordService(websiteResource, { hooks: WebsiteHooks }),
  recordService(storeResource, { hooks: StoreHooks }),
  recordService(customerGroupResource),
  recordService(customerResource, { hooks: CustomerHooks }),
  recordService(categoryResource, { hooks: CategoryHooks }),
  recordService(productResource, { hooks: ProductHooks }),
  recordService(productTierPriceResource),
  recordService(salesEntityResource),
  ...SETTINGS,
  CUSTOMER_DATA,
];

const tokensOf = (providers: readonly Provider[]) =>
  providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));

/** Everything of commerce except its routes; also used by commands. */
@Global()
@Module({
  imports: [CommerceStorageModule],
  providers: [...HOOKS, ...SERVICES],
  exports: [CommerceStorageModule, ...tokensOf(SERVICES)],
})
export class CommerceServicesModule {}
