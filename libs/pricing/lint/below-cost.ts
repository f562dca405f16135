import { compareDecimals, type Day } from '../../kernel/index.js';
import { basesOf } from '../apply.js';
import type { PricedProduct } from '../buyer.js';
import type { PriceRow } from '../row.js';
import { type Finding, finding } from './finding.js';
import { meeting } from '../terms.js';
import { buyerOf, websitesOf, type Pool, windowIn } from './pool.js';
import type { LintWebsite } from './price-checks.js';

/** The products to check for a row on a website: its own product, or those that would show a loss first. */
export type ProductsOn = (website: LintWebsite) => readonly PricedProduct[];

const firstDay = <R extends PriceRow>(pool: Pool<R>, row: R, { today }: LintWebsite): Day | undefined => {
  const { from, to } = meeting(windowIn(pool, row), { from: today, to: null });
  return from === null || (to !== null && to < from) ? undefined : from;
};

const lossOf = <R extends PriceRow>(
  pool: Pool<R>,
  row: R,
  website: LintWebsite,
  product: PricedProduct,
): string | undefined => {
  const day = firstDay(pool, row, website);
  const buyer = buyerOf(pool, row, website);
  // Costs are in the base currency, and amounts are never converted.
  if (day === undefined || buyer.currency !== buyer.baseCurrency) return undefined;
  const bases = basesOf(product, buyer, day);
  const { taken } = pool.evaluate([row], { product, qty: row.qty, day }, buyer, bases);
  if (!taken || bases.cost === undefined || compareDecimals(taken.price, bases.cost) >= 0) return undefined;
  const price = `${taken.price.toFixed()} ${buyer.currency}`;
  return `The price of ${product.sku} on website ${buyer.websiteId} is ${price}, below the cost of ${bases.cost.toFixed()}.`;
};

/** `below_cost`: on the first day from today on which the row applies, its price is below the product's cost. */
export const belowCost = <R extends PriceRow>(
  pool: Pool<R>,
  websites: readonly LintWebsite[],
  productsOn: ProductsOn = (website) => [pool.productOn(website.buyer.websiteId)],
): readonly Finding[] =>
  pool.rows.flatMap((row) => {
    for (const website of websitesOf(row, websites)) {
      for (const product of productsOn(website)) {
        const loss = lossOf(pool, row, website, product);
        if (loss !== undefined) return finding('below_cost', 'error', row, loss);
      }
    }
    return [];
  });
