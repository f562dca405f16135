import { type Change, change } from '../../../libs/kernel/index.js';

interface TierFacts {
  readonly productId: number;
}

/** A tier is an amount of its product, so its entry names the product; both if the tier moved (pricing.md §5). */
export const tierScopes = (previous: TierFacts | undefined, next: TierFacts | undefined): readonly Change[] => {
  const products = [previous, next].flatMap((tier) => (tier ? [tier.productId] : []));
  return [...new Set(products)].map((id) => change('product', id, id));
};
