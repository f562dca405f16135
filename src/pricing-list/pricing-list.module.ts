import { Module, type Provider } from '@nestjs/common';
import { Transactions } from '../../libs/kernel/index.js';
import { serviceOf } from '../../libs/records/index.js';
import { Customers } from '../commerce/index.js';
import { CachedPriceListRows } from './adapters/memory/cached-price-list-rows.js';
import { SqlPriceListRows } from './adapters/sql/sql-price-list-rows.js';
import { PriceListChecks } from './application/price-list-checks.js';
import { PriceListSource } from './application/price-list-source.js';
import { TakeLists } from './application/price-list-operations.js';
import { PriceListRows } from './ports/price-list-rows.js';
import { priceListCustomerResource } from './price-list-customer.record.js';
import { PRICE_LIST_RESOURCES } from './resources.record.js';
import { PRICING_LIST_ROOM } from './room.js';
import { exportsOf, recordService } from '../../libs/manifest/index.js';

const takeLists: Provider = {
  provide: TakeLists,
  inject: [serviceOf(priceListCustomerResource), Customers, Transactions],
  useFactory: (...parts: ConstructorParameters<typeof TakeLists>) => new TakeLists(...parts),
};

@Module({
  providers: [
    ...PRICE_LIST_RESOURCES.map((resource) => recordService(resource)),
    takeLists,
    SqlPriceListRows,
    { provide: PriceListRows, useClass: CachedPriceListRows },
    PriceListSource,
    PriceListChecks,
  ],
  exports: exportsOf(PRICING_LIST_ROOM),
})
export class PricingListModule {}
