import { Module } from '@nestjs/common';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import { recordParts } from '../../libs/webapi/index.js';
import { RememberedCustomerPriceRows } from './adapters/memory/remembered-customer-price-rows.js';
import { TypeOrmCustomerPriceBook } from './adapters/typeorm/typeorm-customer-price-book.js';
import { TypeOrmCustomerPriceRows } from './adapters/typeorm/typeorm-customer-price-rows.js';
import { CustomerPriceChecks } from './application/customer-price-checks.js';
import { CustomerPriceSource } from './application/customer-price-source.js';
import { customerPriceResource } from './customer-price.record.js';
import { CustomerPriceBook } from './ports/customer-price-book.js';
import { CustomerPriceRows } from './ports/customer-price-rows.js';

const record = recordParts(customerPriceResource);

/** Customer prices: their record, routes and price source. */
@Module({
  controllers: record.controllers,
  providers: [
    ...record.providers,
    TypeOrmCustomerPriceRows,
    { provide: CustomerPriceRows, useClass: RememberedCustomerPriceRows },
    { provide: CustomerPriceBook, useClass: TypeOrmCustomerPriceBook },
    CustomerPriceSource,
    CustomerPriceChecks,
  ],
  exports: record.exports,
})
export class PricingCustomerModule {
  constructor(sources: PriceSources, source: CustomerPriceSource, lint: PriceLint, checks: CustomerPriceChecks) {
    sources.add(source);
    lint.add(checks);
  }
}
