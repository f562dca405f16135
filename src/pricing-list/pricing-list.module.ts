import { Module, type Provider } from '@nestjs/common';
import { Transactions } from '../../libs/kernel/index.js';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import type { Recorded, ResourceService } from '../../libs/records/index.js';
import { recordParts, serviceOf } from '../../libs/webapi/index.js';
import { bulkControllers } from './adapters/rest/bulk.controllers.js';
import { RemoveAllListsController, RemoveCustomersListsController } from './adapters/rest/removal.controllers.js';
import { RememberedPriceListRows } from './adapters/memory/remembered-price-list-rows.js';
import { TypeOrmPriceListBook } from './adapters/typeorm/typeorm-price-list-book.js';
import { TypeOrmPriceListRows } from './adapters/typeorm/typeorm-price-list-rows.js';
import { PriceListChecks } from './application/price-list-checks.js';
import { PriceListSource } from './application/price-list-source.js';
import { TakeLists } from './application/take-lists.js';
import { PriceListBook } from './ports/price-list-book.js';
import { PriceListRows } from './ports/price-list-rows.js';
import { priceListCustomerResource } from './price-list-customer.record.js';
import { PRICE_LIST_RESOURCES } from './resources.record.js';

const parts = PRICE_LIST_RESOURCES.map((resource) => recordParts(resource));

const takeLists: Provider = {
  provide: TakeLists,
  inject: [serviceOf(priceListCustomerResource), Transactions],
  useFactory: (assignments: ResourceService<Recorded>, transactions: Transactions) =>
    new TakeLists(assignments, transactions),
};

/** Price lists: their records, routes and price source. */
@Module({
  controllers: [
    RemoveAllListsController,
    RemoveCustomersListsController,
    ...bulkControllers,
    ...parts.flatMap(({ controllers }) => controllers),
  ],
  providers: [
    ...parts.flatMap(({ providers }) => providers),
    takeLists,
    TypeOrmPriceListRows,
    { provide: PriceListRows, useClass: RememberedPriceListRows },
    { provide: PriceListBook, useClass: TypeOrmPriceListBook },
    PriceListSource,
    PriceListChecks,
  ],
  exports: parts.flatMap(({ exports }) => exports),
})
export class PricingListModule {
  constructor(sources: PriceSources, source: PriceListSource, lint: PriceLint, checks: PriceListChecks) {
    sources.add(source);
    lint.add(checks);
  }
}
