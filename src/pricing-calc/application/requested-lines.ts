import { InputRefused, ONE, required, sentence, unsupported } from '../../../libs/kernel/index.js';
import type { LineQuestion } from '../domain/line-answers.js';
import type { ContextMultiPriceQuestion } from './price-questions.js';

/**
 * The requested lines in order, with duplicates: either `items`, or `skus` with one quantity for all (pricing.md §4).
 */
export const requestedLines = (
  { items, skus, qty }: Pick<ContextMultiPriceQuestion, 'items' | 'skus' | 'qty'>,
  maxItems: number,
): readonly LineQuestion[] => {
  if (items !== null && skus !== null) {
    throw InputRefused.sentence('"%first" and "%second" cannot be sent together.', { first: 'items', second: 'skus' });
  }
  // Items have their own quantities, so a common one would be ambiguous.
  if (items !== null && qty !== null) throw new InputRefused(unsupported('qty'));
  const count = items?.length ?? skus?.length ?? 0;
  if (count === 0) throw new InputRefused(required(skus === null ? 'items' : 'skus'));
  if (count > maxItems) {
    throw new InputRefused(
      sentence(
        'The request has %count items; at most %max are allowed (PRICING_MAX_ITEMS). Split it into several requests.',
        { count, max: maxItems },
      ),
    );
  }
  return items ?? (skus ?? []).map((sku) => ({ sku, qty: qty ?? ONE }));
};
