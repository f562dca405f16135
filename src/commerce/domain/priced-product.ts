import type { PricedProduct } from '../../../libs/pricing/index.js';
import type { Amounts, ProductRecord } from './product.js';

/**
 * The special price and its two dates belong together: a website's dates apply if the website has its own special
 * price.
 */
const specialOf = (general: Amounts, own: Amounts): Pick<Amounts, 'specialPrice' | 'specialFrom' | 'specialTo'> => {
  const { specialPrice, specialFrom, specialTo } = own.specialPrice === null ? general : own;
  return { specialPrice, specialFrom, specialTo };
};

/**
 * The prices on a website. Each field has the website's own value if set, otherwise the general one. An own value of 0
 * counts as set (commerce.md).
 */
export const amountsOn = (product: ProductRecord, websiteId: number): Amounts => {
  const own = product.websitePrices.find((amounts) => amounts.websiteId === websiteId);
  if (!own) return product;
  return {
    price: own.price ?? product.price,
    ...specialOf(product, own),
    cost: own.cost ?? product.cost,
    msrp: own.msrp ?? product.msrp,
  };
};

/** The data of a product for prices on this website. */
export const pricedProduct = (product: ProductRecord, websiteId: number): PricedProduct => {
  const { price, specialPrice, specialFrom, specialTo, cost, msrp } = amountsOn(product, websiteId);
  const { id, sku, name, categoryIds, attributes } = product;
  return { id, sku, name, price, specialPrice, specialFrom, specialTo, cost, msrp, categoryIds, attributes };
};

/** Returns a function for any website, which computes each website once. */
export const pricedProducts = (product: ProductRecord): ((websiteId: number) => PricedProduct) => {
  const known = new Map<number, PricedProduct>();
  return (websiteId) => {
    let priced = known.get(websiteId);
    if (!priced) known.set(websiteId, (priced = pricedProduct(product, websiteId)));
    return priced;
  };
};
