import type { Day } from '../../../../libs/kernel/index.js';
import type { StoreView } from '../../../../libs/webapi/index.js';
import type { At } from '../../application/quote-prices.js';
import type { BuyerQuestion } from '../../domain/buyer-question.js';
import type { IntegrationAsks } from './questions.js';

/** What all routes of calculated prices share. */
export const CALCULATE = '_Pricing::calculate';
export const MANAGE = '_Pricing::manage';
export const TAG = 'Calculated prices';

interface AsOf {
  readonly minVersion: number | null;
  readonly date: Day | null;
  readonly explain: number;
}

export const asOf = ({ minVersion, date, explain }: AsOf): At => ({
  date,
  explain: explain === 1,
  minVersion,
});

export const byIntegration = (asked: IntegrationAsks, path: StoreView | undefined): BuyerQuestion => ({
  asker: 'integration',
  customerId: asked.customerId,
  customerGroupId: asked.customerGroupId,
  storeId: asked.storeId,
  websiteId: asked.websiteId,
  currency: asked.currency,
  path,
});
