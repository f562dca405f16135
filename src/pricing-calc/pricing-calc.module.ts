import { type DynamicModule, Module } from '@nestjs/common';
import { Buyers } from './application/buyers.js';
import { LoadRows } from './application/load-rows.js';
import { LintPrices } from './application/lint-prices.js';
import { ProductChecks } from './application/product-checks.js';
import { ProductPriceSource } from './application/product-price-source.js';
import { QuotePrices } from './application/quote-prices.js';
import { ReadChanges } from './application/read-changes.js';
import { ReplayInvoices } from './application/replay-invoices.js';
import { SimulatePrices } from './application/simulate-prices.js';
import { TellTimeline } from './application/tell-timeline.js';
import { TryChanges } from './application/try-changes.js';
import { PRICING_CALC_ROOM } from './room.js';
import { PricingCalcSettings } from './settings.js';
import { exportsOf } from '../../libs/manifest/index.js';

/** Calculated prices: over whichever price sources are installed. */
@Module({})
export class PricingCalcModule {
  static with(limits: PricingCalcSettings): DynamicModule {
    return {
      module: PricingCalcModule,
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
        { provide: PricingCalcSettings, useValue: limits },
      ],
      exports: [LintPrices, QuotePrices, ReplayInvoices, ...exportsOf(PRICING_CALC_ROOM)],
    };
  }
}
