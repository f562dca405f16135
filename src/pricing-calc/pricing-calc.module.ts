import { type DynamicModule, Module } from '@nestjs/common';
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
import { PRICING_CALC_ROOM } from './room.js';
import type { PricingCalcSettings } from './settings.js';
import { exportsOf } from '../../libs/manifest/index.js';

/** Calculated prices: over whichever price sources are installed. */
@Module({})
export class PricingCalcModule {
  static with({ PRICING_MAX_ITEMS, SIMULATION_MAX_MS }: PricingCalcSettings): DynamicModule {
    const limits = new QuoteLimits({ maxItems: PRICING_MAX_ITEMS, simulationMs: SIMULATION_MAX_MS });
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
        { provide: QuoteLimits, useValue: limits },
      ],
      exports: [LintPrices, QuotePrices, ReplayInvoices, ...exportsOf(PRICING_CALC_ROOM)],
    };
  }
}
