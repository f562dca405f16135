import type { Day } from '../../../../libs/kernel/index.js';
import type { StoreView } from '../../../../libs/webapi/index.js';
import type { At } from '../../application/quote-prices.js';
import type { BuyerQuestion } from '../../domain/buyer-question.js';
import type { Explain, IntegrationAsks } from './questions.js';

/** What all routes of calculated prices share. */
export const CALCULATE = '_Pricing::calculate';
export const MANAGE = '_Pricing::manage';
export const TAG = 'Calculated prices';

interface AsOf {
  readonly minVersion: number | null;
  readonly date: Day | null;
  readonly explain: Explain;
}

export const asOf = ({ minVersion, date, explain }: AsOf): At => ({
  date,
  explain: explain === 'selected' ? explain : explain === '1',
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

interface AskedBody {
  readonly explain?: unknown;
  readonly items?: unknown;
  readonly skus?: unknown;
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** So many explained lines are answered as any quote is; more take turns (wire.md §8). */
const EXPLAINED_LINES = 10;

/** Whether a body asks for a large explanation; judged before it is read. */
export const asksMuch: (body: unknown) => boolean = (body) => {
  if (typeof body !== 'object' || body === null) return false;
  const { explain, items, skus } = body as AskedBody;
  return String(explain) === '1' && Math.max(lengthOf(items), lengthOf(skus)) > EXPLAINED_LINES;
};
