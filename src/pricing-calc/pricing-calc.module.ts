import { type DynamicModule, Module } from '@nestjs/common';
import { PriceLint, PriceSources } from '../../libs/pricing/index.js';
import { RecordServices } from '../../libs/records/index.js';
import { ChangesController } from './adapters/rest/changes.controller.js';
import { FinalPricesController } from './adapters/rest/final-prices.controller.js';
import { LintController } from './adapters/rest/lint.controller.js';
import { SimulationController } from './adapters/rest/simulation.controller.js';
import { TimelineController } from './adapters/rest/timeline.controller.js';
import { InstalledServices } from './adapters/nest/installed-services.js';
import { Buyers } from './application/buyers.js';
import { LoadRows } from './application/load-rows.js';
import { LintPrices } from './application/lint-prices.js';
import { ProductChecks } from './application/product-checks.js';
import { ProductPriceSource } from './application/product-price-source.js';
import { QuoteLimits } from './application/quote-limits.js';
import { QuotePrices } from './application/quote-prices.js';
import { ReadChanges } from './application/read-changes.js';
import { ReplayInvoices } from './application/replay-invoices.js';
import { SimulatePrices } from './application/simulate-prices.js';
import { TellTimeline } from './application/tell-timeline.js';
import { TryChanges } from './application/try-changes.js';

/** Calculated prices: over whichever price sources are installed. */
@Module({})
export class PricingCalcModule {
  constructor(sources: PriceSources, source: ProductPriceSource, lint: PriceLint, checks: ProductChecks) {
    sources.add(source);
    lint.add(checks);
  }

  static with(limits: QuoteLimits): DynamicModule {
    return {
      module: PricingCalcModule,
      controllers: [FinalPricesController, TimelineController, SimulationController, ChangesController, LintController],
      providers: [
        Buyers,
        LoadRows,
        LintPrices,
        ProductChecks,
        ProductPriceSource,
        QuotePrices,
        ReadChanges,
        ReplayInvoices,
        SimulatePrices,
        TellTimeline,
        TryChanges,
        { provide: RecordServices, useClass: InstalledServices },
        { provide: QuoteLimits, useValue: limits },
      ],
      exports: [LintPrices, QuotePrices, ReplayInvoices],
    };
  }
}
