import { CsvLintJob } from './adapters/csv/csv-lint-job.js';
import { CsvReplayJob } from './adapters/csv/csv-replay-job.js';
import { CHANGES_OPERATION } from './application/changes-operation.js';
import { LINT_JOB, LINT_JOB_OPERATION, REPLAY_JOB } from './application/price-jobs.js';
import { LINT_OPERATION } from './application/lint-operation.js';
import { CALCULATE, MANAGE, PRICE_OPERATIONS } from './application/price-operations.js';
import { SIMULATION_OPERATION } from './application/simulation-operation.js';
import { TIMELINE_OPERATION } from './application/timeline-operation.js';
import { PRICING_METRICS } from './application/quote-prices.js';
import type { RoomManifest } from '../../libs/manifest/index.js';
import { priceChecks, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { jobKind } from '../../libs/operations/index.js';
import { PricingCalcSettings } from './settings.js';
import { ProductPriceSource } from './application/product-price-source.js';
import { ProductChecks } from './application/lint-prices.js';

/** Estimated size of a line in a request body. */
const LINE_BYTES = 512;

export const PRICING_CALC_ROOM: RoomManifest<PricingCalcSettings> = {
  name: 'pricing-calc',
  chapter: {
    title: 'Final prices',
    about:
      'Final prices for any buyer on any day, with explanations, timelines, simulations, a change feed and checks of stored prices.',
    services: ['pricingReplayV1'],
  },
  addOn: true,
  settings: PricingCalcSettings,
  resources: [],
  migrations: [],
  rights: [
    { name: CALCULATE.right, title: 'Calculate and explain prices for any customer' },
    { name: MANAGE.right, title: 'Read the price change feed and check the stored prices' },
  ],
  operations: [
    ...PRICE_OPERATIONS,
    TIMELINE_OPERATION,
    SIMULATION_OPERATION,
    CHANGES_OPERATION,
    LINT_OPERATION,
    LINT_JOB_OPERATION,
  ],
  jobs: [jobKind({ ...LINT_JOB, adapter: CsvLintJob }), jobKind({ ...REPLAY_JOB, adapter: CsvReplayJob })],
  metrics: { metrics: PRICING_METRICS },
  provides: [
    priceCodes(
      { code: 'special_price', rank: 50, standsBack: true },
      { code: 'tier_price', rank: 60, standsBack: true },
      { code: 'orig_price', rank: 80 },
    ),
    priceSources(ProductPriceSource),
    priceChecks(ProductChecks),
  ],
  questionBytes: ({ PRICING_MAX_ITEMS }) => PRICING_MAX_ITEMS * LINE_BYTES,
};
