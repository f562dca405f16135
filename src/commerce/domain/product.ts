import {
  type Change,
  change,
  type Day,
  type Decimal,
  type Fault,
  invalidValue,
  isReversed,
  sentence,
  pathKeyFaults,
} from '../../../libs/kernel/index.js';

export type Attributes = Readonly<Record<string, string | readonly string[]>>;

/** Amounts of a product, general or for one website, in that website's base currency. */
export interface Amounts {
  readonly price: Decimal | null;
  readonly specialPrice: Decimal | null;
  readonly specialFrom: Day | null;
  readonly specialTo: Day | null;
  readonly cost: Decimal | null;
  readonly msrp: Decimal | null;
}

export interface WebsiteAmounts extends Amounts {
  readonly websiteId: number;
}

export interface ProductRecord extends Amounts {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly categoryIds: readonly number[];
  readonly attributes: Attributes;
  readonly websitePrices: readonly WebsiteAmounts[];
  readonly isActive: number;
}

const datesFault = ({ specialFrom, specialTo }: Amounts, path: string): readonly Fault[] =>
  isReversed({ from: specialFrom, to: specialTo })
    ? [invalidValue(`${path}special_to`, specialTo, 'a date on or after special_from')]
    : [];

/**
 * At most one set of amounts per website, and none for website 0, whose amounts are the general ones; dates in order;
 * and a new SKU must be usable in paths.
 */
export const productFaults = (next: ProductRecord, previous?: Pick<ProductRecord, 'sku'>): readonly Fault[] => {
  const priced = new Set<number>();
  const ofWebsites = next.websitePrices.flatMap((amounts, index) => {
    const path = `website_prices[${index}].`;
    const twice = priced.has(amounts.websiteId);
    priced.add(amounts.websiteId);
    return [
      ...datesFault(amounts, path),
      ...(amounts.websiteId === 0
        ? [
            invalidValue(
              `${path}website_id`,
              0,
              'a website other than 0; the prices of the product itself apply to all websites',
            ),
          ]
        : []),
      ...(twice
        ? [
            sentence(
              'The prices of website %website_id are specified more than once. Send them once.',
              { website_id: amounts.websiteId },
              `${path}website_id`,
            ),
          ]
        : []),
    ];
  });
  return [...pathKeyFaults('sku', next.sku, previous?.sku), ...datesFault(next, ''), ...ofWebsites];
};

/** The properties of a product that price requests read: all except its name (pricing.md §5). */
const quoted = ({ name: _name, categoryIds, attributes, websitePrices, ...rest }: ProductRecord): string =>
  JSON.stringify([
    rest.sku,
    rest.isActive,
    amountsOf(rest),
    [...categoryIds].sort((one, other) => one - other),
    Object.entries(attributes).sort(([one], [other]) => (one < other ? -1 : 1)),
    [...websitePrices]
      .sort((one, other) => one.websiteId - other.websiteId)
      .map((amounts) => [amounts.websiteId, amountsOf(amounts)]),
  ]);

const amountsOf = ({ price, specialPrice, specialFrom, specialTo, cost, msrp }: Amounts): readonly unknown[] => [
  price?.toFixed(),
  specialPrice?.toFixed(),
  specialFrom,
  specialTo,
  cost?.toFixed(),
  msrp?.toFixed(),
];

const pricesOf = (prices: readonly WebsiteAmounts[]): string =>
  JSON.stringify(prices.map((amounts) => [amounts.websiteId, amountsOf(amounts)]));

/** Whether two lists of website prices are equal, including their order. */
export const sameWebsitePrices = (one: readonly WebsiteAmounts[], other: readonly WebsiteAmounts[]): boolean =>
  pricesOf(one) === pricesOf(other);

export const productScopes = (
  previous: ProductRecord | undefined,
  next: ProductRecord | undefined,
): readonly Change[] => {
  if (previous && next && quoted(previous) === quoted(next)) return [];
  const id = next?.id ?? previous?.id ?? null;
  return [change('product', id, id)];
};

interface TierFacts {
  readonly productId: number;
}

/**
 * Logs the tier's product, because a tier is an amount of its product. Logs both products if the tier was moved
 * (pricing.md §5).
 */
export const tierScopes = (previous: TierFacts | undefined, next: TierFacts | undefined): readonly Change[] => {
  const products = [previous, next].flatMap((tier) => (tier ? [tier.productId] : []));
  return [...new Set(products)].map((id) => change('product', id, id));
};
