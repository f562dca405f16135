import { compareDecimals, Decimal } from '../../kernel/index.js';
import type { Buyer, PricedProduct } from '../buyer.js';
import {
  DISCOUNT,
  DISCOUNT_PERCENT,
  FIXED,
  PRICE_ATTRIBUTES,
  type PriceAttribute,
  SURCHARGE,
  SURCHARGE_PERCENT,
} from '../codes.js';
import type { PriceRow } from '../row.js';

/**
 * Rows of a category or a matrix apply to many products. Properties of all products are checked with one
 * representative product; properties of some products are checked with the few products that would show them first.
 */

/** More than any discount could subtract from stored amounts. */
const MOST = new Decimal('999999999.999999');

/** A product with all amounts at their maximum, so that a row only reduces them to zero if it always does. */
export const ANY_PRODUCT: PricedProduct = {
  id: 0,
  sku: '',
  name: '',
  price: MOST,
  specialPrice: MOST,
  specialFrom: null,
  specialTo: null,
  cost: MOST,
  msrp: MOST,
  categoryIds: [],
  attributes: {},
};

/**
 * Whether the first row has a price for every product for which the second one has one, so that it can always win. A
 * fixed price always does. Otherwise both need the same base, and the discount must leave something.
 */
const isThereToo = (one: PriceRow, other: PriceRow): boolean =>
  one.applicationType === FIXED ||
  (other.applicationType !== FIXED && one.priceAttribute === other.priceAttribute && one.applicationType !== DISCOUNT);

const isOfSameKind = (one: PriceRow, other: PriceRow): boolean =>
  one.applicationType === other.applicationType &&
  (one.applicationType === FIXED || one.priceAttribute === other.priceAttribute);

/** A percentage of 0 is always 0. If zero prices are allowed, the ids then decide. */
const differsAlways = (one: PriceRow, other: PriceRow, { settings }: Buyer): boolean =>
  settings.skipZeroPrice === 1 ||
  (one.applicationType !== SURCHARGE_PERCENT && one.applicationType !== DISCOUNT_PERCENT) ||
  one.id < other.id;

/**
 * Whether the first row ranks before or after the second one for every product; `sameRank` if only their prices
 * decide. Ignores products with amounts so small that a percentage of them rounds to 0.
 */
export const comparableForAll = (one: PriceRow, other: PriceRow, sameRank: boolean, buyer: Buyer): boolean =>
  isThereToo(one, other) &&
  (!sameRank || !one.qty.eq(other.qty) || (isOfSameKind(one, other) && differsAlways(one, other, buyer)));

/** How close a product is to a loss, by base amount. The product with the highest value makes a loss first. */
type CostMeasures = ReadonlyMap<string, Decimal>;

const amountOf = (product: PricedProduct, attribute: PriceAttribute): Decimal | null =>
  attribute === 'special_price' ? product.specialPrice : product[attribute];

/** The cost, and for each base amount the difference and the ratio to the cost; empty without a cost. */
export const costMeasures = (product: PricedProduct): CostMeasures => {
  const measures = new Map<string, Decimal>();
  const { cost } = product;
  if (cost === null || cost.isZero()) return measures;
  measures.set('cost', cost);
  for (const attribute of PRICE_ATTRIBUTES) {
    const base = amountOf(product, attribute);
    if (base === null || base.isZero()) continue;
    measures.set(`${attribute} less`, cost.minus(base));
    measures.set(`${attribute} to`, cost.div(base));
  }
  return measures;
};

/** The measure that determines which products make a loss with this row. */
export const measureOf = ({ applicationType, priceAttribute }: PriceRow): string => {
  switch (applicationType) {
    case FIXED:
      return 'cost';
    case SURCHARGE:
    case DISCOUNT:
      return `${priceAttribute} less`;
    case SURCHARGE_PERCENT:
    case DISCOUNT_PERCENT:
      return `${priceAttribute} to`;
  }
};

interface Extreme {
  readonly measure: Decimal;
  readonly product: PricedProduct;
}

/** The products of a website that make a loss first, for each measure. */
export class CostliestProducts {
  private readonly extremes = new Map<string, Extreme>();

  constructor(private readonly only?: string) {}

  take(product: PricedProduct, measures: CostMeasures = costMeasures(product)): void {
    if (this.only === undefined) {
      for (const [name, measure] of measures) this.measured(name, measure, product);
      return;
    }
    const measure = measures.get(this.only);
    if (measure) this.measured(this.only, measure, product);
  }

  /** At most nine products. */
  get all(): readonly PricedProduct[] {
    return [...new Set([...this.extremes.values()].map(({ product }) => product))];
  }

  private measured(name: string, measure: Decimal, product: PricedProduct): void {
    const known = this.extremes.get(name);
    if (!known || compareDecimals(measure, known.measure) > 0) this.extremes.set(name, { measure, product });
  }
}
