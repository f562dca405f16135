import { InputRefused, ONE, required, sentence, unsupported } from '../../../libs/kernel/index.js';
import type { LineQuestion } from '../domain/line-answers.js';
import type { ContextMultiPriceQuestion } from './price-questions.js';

/**
 * The lines of a question about several SKUs, in the order asked, duplicates kept: either `items`, or `skus` with one
 * quantity for all (pricing.md §4).
 */
export const askedLines = (
  { items, skus, qty }: Pick<ContextMultiPriceQuestion, 'items' | 'skus' | 'qty'>,
  maxItems: number,
): readonly LineQuestion[] => {
  if (items !== null && skus !== null) {
    throw InputRefused.sentence('"%first" and "%second" cannot be sent together.', { first: 'items', second: 'skus' });
  }
  // Each item has a quantity of its own: one for all would be a second answer to the same question.
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
