import { Module } from '@nestjs/common';
import { CachedCustomerPriceRows } from './adapters/memory/cached-customer-price-rows.js';
import { SqlCustomerPriceRows } from './adapters/sql/sql-customer-price-rows.js';
import { CustomerPriceChecks } from './application/customer-price-checks.js';
import { CustomerPriceSource } from './application/customer-price-source.js';
import { customerPriceResource } from './customer-price.record.js';
import { CustomerPriceRows } from './ports/customer-price-rows.js';
import { exportsOf, recordService } from '../../libs/manifest/index.js';
import { PRICING_CUSTOMER_ROOM } from './room.js';

@Module({
  providers: [
    recordService(customerPriceResource),
    SqlCustomerPriceRows,
    { provide: CustomerPriceRows, useClass: CachedCustomerPriceRows },
    CustomerPriceSource,
    CustomerPriceChecks,
  ],
  exports: exportsOf(PRICING_CUSTOMER_ROOM),
})
export class PricingCustomerModule {}
