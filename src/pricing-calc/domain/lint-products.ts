import { compareDecimals, type Day } from '../../../libs/kernel/index.js';
import {
  basesOf,
  type Finding,
  finding,
  type LintContext,
  type LintWebsite,
  lintPool,
  evaluationOf,
  type Pool,
  type PriceRow,
  type PricedProduct,
} from '../../../libs/pricing/index.js';
import { evaluateProductPrices } from './evaluate-product-prices.js';

/** A tier of a customer group; null means all groups. */
interface Tier extends PriceRow {
  readonly customerGroupId: number | null;
}

interface ProductAndTiers {
  readonly id: number;
  on(websiteId: number): PricedProduct;
  readonly tiers: readonly Tier[];
}

const tierPool = (rows: readonly Tier[], on: ProductAndTiers['on']): Pool<Tier> => ({
  rows,
  productOn: on,
  evaluate: (some, line, buyer, bases) => evaluationOf(evaluateProductPrices(some, line, buyer, bases), 'tier_price'),
  // A tier of a group is meant to override one of all groups, so the two do not conflict.
  rankOf: ({ customerGroupId }) => Number(customerGroupId !== null),
});

/**
 * Findings of tiers. A group gets its own tiers and those of all groups. The tiers of all groups are also checked by
 * themselves, because other groups get only those.
 */
const lintTiers = ({ on, tiers }: ProductAndTiers, context: LintContext): readonly Finding[] => {
  const ofAll = tiers.filter(({ customerGroupId }) => customerGroupId === null);
  const groups = new Set(tiers.flatMap(({ customerGroupId }) => customerGroupId ?? []));
  return [
    ...lintPool(tierPool(ofAll, on), context),
    ...[...groups].flatMap((group) => {
      const own = tiers.filter(({ customerGroupId }) => customerGroupId === group);
      const ids = new Set(own.map(({ id }) => id));
      return lintPool(tierPool([...ofAll, ...own], on), context).filter(({ id }) => ids.has(id));
    }),
  ];
};

const NAMED = (id: number) => ({ recordType: 'product', id });

/** The first day, not before today, on which the special price applies. */
const specialDay = (
  { specialPrice, specialFrom, specialTo }: PricedProduct,
  { today }: LintWebsite,
): Day | undefined => {
  if (specialPrice === null || (specialTo !== null && specialTo < today)) return undefined;
  return specialFrom !== null && specialFrom > today ? specialFrom : today;
};

const lossOn = (product: PricedProduct, { buyer, today }: LintWebsite, special: Day | undefined): readonly string[] => {
  const lossText = (name: string, attribute: 'price' | 'special_price', day: Day): readonly string[] => {
    const bases = basesOf(product, buyer, day);
    const [price, { cost }] = [bases[attribute], bases];
    if (!price || !cost || compareDecimals(price, cost) >= 0) return [];
    const amount = `${price.toFixed()} ${buyer.currency}`;
    return [`The ${name} on website ${buyer.websiteId} is ${amount}, below the cost of ${cost.toFixed()}.`];
  };
  return [
    ...lossText('price', 'price', today),
    ...(special === undefined ? [] : lossText('special price', 'special_price', special)),
  ];
};

/** Reports `below_cost` for price and special price, on the first website where it occurs. */
const lintAmounts = ({ id, on }: ProductAndTiers, websites: readonly LintWebsite[]): readonly Finding[] => {
  for (const website of websites) {
    const product = on(website.buyer.websiteId);
    const [loss] = lossOn(product, website, specialDay(product, website));
    if (loss !== undefined) return [finding('below_cost', 'error', NAMED(id), loss)];
  }
  return [];
};

/** Reports `expired` if there is a special price that will not apply again on any website. */
const lintSpecial = ({ id, on }: ProductAndTiers, websites: readonly LintWebsite[]): readonly Finding[] => {
  const set = websites
    .map((website) => ({ website, product: on(website.buyer.websiteId) }))
    .filter(({ product }) => product.specialPrice !== null);
  if (set.length === 0 || set.some(({ website, product }) => specialDay(product, website) !== undefined)) return [];
  const last =
    set
      .map(({ product }) => product.specialTo ?? '')
      .sort()
      .at(-1) ?? '';
  return [finding('expired', 'notice', NAMED(id), `The special price expired at the end of ${last}.`)];
};

export const lintProduct = (product: ProductAndTiers, context: LintContext): readonly Finding[] => [
  ...(context.wants('below_cost') ? lintAmounts(product, context.websites) : []),
  ...lintSpecial(product, context.websites),
  ...(product.tiers.length === 0 ? [] : lintTiers(product, context)),
];
