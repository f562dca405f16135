import { type DynamicModule, Module } from '@nestjs/common';
import { CsvLintJob } from './adapters/csv/csv-lint-job.js';
import { CsvReplayJob } from './adapters/csv/csv-replay-job.js';
import { Buyers } from './application/buyers.js';
import { LineCache } from './application/line-cache.js';
import { LoadRows } from './application/load-rows.js';
import { LintPrices, ProductChecks } from './application/lint-prices.js';
import { ProductPriceSource } from './application/product-price-source.js';
import { ResponseCache } from './application/response-cache.js';
import { QuotePrices } from './application/quote-prices.js';
import { ReadChanges } from './application/read-changes.js';
import { ReplayInvoices } from './application/replay-invoices.js';
import { SimulatePrices } from './application/simulate-prices.js';
import { BuildTimeline } from './application/build-timeline.js';
import { TryChanges } from './application/try-changes.js';
import { PricingCalcSettings } from './settings.js';

const SERVICES = [
  Buyers,
  CsvLintJob,
  CsvReplayJob,
  LineCache,
  LoadRows,
  LintPrices,
  ProductChecks,
  ProductPriceSource,
  QuotePrices,
  ReadChanges,
  ReplayInvoices,
  ResponseCache,
  SimulatePrices,
  BuildTimeline,
  TryChanges,
];

/** Final prices and their jobs without controllers, so that commands can use them too. */
@Module({})
export class PricingCalcServicesModule {
  static with(limits: PricingCalcSettings): DynamicModule {
    return {
      module: PricingCalcServicesModule,
      providers: [...SERVICES, { provide: PricingCalcSettings, useValue: limits }],
      exports: [...SERVICES, PricingCalcSettings],
    };
  }
}
