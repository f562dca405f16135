import { Injectable } from '@nestjs/common';
import { InputRefused, CacheManager, NoSuchEntity } from '../../../libs/kernel/index.js';
import type { Buyer, PriceSelect, PricedProduct } from '../../../libs/pricing/index.js';
import { Customers } from '../../commerce/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { priceLine } from '../domain/price-line.js';
import {
  compare,
  counted,
  type InvoiceLine,
  NOTHING_REPLAYED,
  type Positioned,
  type ReplayCounts,
  type ReplayDifference,
  unpriced,
} from '../domain/replay.js';
import { Buyers } from './buyers.js';
import { LoadRows } from './load-rows.js';

export type { InvoiceLine, ReplayCounts, ReplayDifference } from '../domain/replay.js';

interface ReplayOptions {
  /** Overrides the setting of each buyer. */
  readonly strategy?: PriceSelect;
}

interface ReplayStep {
  /** Ordered by position within a step but not across steps, because a step holds all lines of some customers. */
  readonly differences: readonly ReplayDifference[];
  /** Totals over all lines so far. */
  readonly counts: ReplayCounts;
}

/** Number of lines held at a time and grouped by customer; enough for a year of a wholesaler. */
const WINDOW = 500_000;

/** Number of customers priced in one snapshot. */
const CUSTOMERS_PER_STEP = 200;

interface Basket {
  readonly customerNumber: string;
  readonly lines: readonly Positioned[];
}

interface KnownBasket extends Basket {
  readonly buyer: Buyer;
}

const basketsOf = (window: readonly Positioned[]): readonly Basket[] => {
  const byCustomer = new Map<string, Positioned[]>();
  for (const positioned of window) {
    const { customerNumber } = positioned.line;
    const known = byCustomer.get(customerNumber);
    if (known) known.push(positioned);
    else byCustomer.set(customerNumber, [positioned]);
  }
  return [...byCustomer].map(([customerNumber, lines]) => ({ customerNumber, lines }));
};

async function* windowsOf(lines: AsyncIterable<InvoiceLine> | Iterable<InvoiceLine>): AsyncGenerator<Positioned[]> {
  let window: Positioned[] = [];
  let position = 0;
  for await (const line of lines) {
    window.push({ position: (position += 1), line });
    if (window.length < WINDOW) continue;
    yield window;
    window = [];
  }
  if (window.length > 0) yield window;
}

/**
 * Prices invoice lines as of their dates, with the same loading and rules as a quote, and reports the differences. A
 * customer's rows are loaded once for all of their lines.
 */
@Injectable()
export class ReplayInvoices {
  constructor(
    private readonly customers: Customers,
    private readonly buyers: Buyers,
    private readonly rows: LoadRows,
    private readonly memory: CacheManager,
  ) {}

  async *replay(
    lines: AsyncIterable<InvoiceLine> | Iterable<InvoiceLine>,
    options: ReplayOptions = {},
  ): AsyncGenerator<ReplayStep, void> {
    let counts = NOTHING_REPLAYED;
    for await (const window of windowsOf(lines)) {
      const baskets = basketsOf(window);
      for (let start = 0; start < baskets.length; start += CUSTOMERS_PER_STEP) {
        const some = baskets.slice(start, start + CUSTOMERS_PER_STEP);
        // A yield inside the snapshot would run the consumer's work in it.
        const differences = await this.memory.answer(() => this.differences(some, options));
        const count = some.reduce((sum, basket) => sum + basket.lines.length, 0);
        counts = counted(counts, count, differences);
        yield { differences, counts };
      }
    }
  }

  private async differences(baskets: readonly Basket[], options: ReplayOptions): Promise<readonly ReplayDifference[]> {
    const differences: ReplayDifference[] = [];
    const byWebsite = new Map<number, KnownBasket[]>();
    for (const basket of baskets) {
      const buyer = await this.buyer(basket.customerNumber, options);
      if (!buyer) differences.push(...basket.lines.map((line) => unpriced(line, 'unknown_customer')));
      else byWebsite.set(buyer.websiteId, [...(byWebsite.get(buyer.websiteId) ?? []), { ...basket, buyer }]);
    }
    for (const [websiteId, known] of byWebsite) {
      const skus = new Set(known.flatMap(({ lines }) => lines.map(({ line }) => line.sku)));
      const pricedProducts = await this.rows.pricedProducts([...skus], websiteId);
      for (const basket of known) differences.push(...(await this.ofBasket(basket, pricedProducts)));
    }
    return differences.sort((one, other) => one.position - other.position);
  }

  private async ofBasket(
    { buyer, lines }: KnownBasket,
    pricedProducts: ReadonlyMap<string, PricedProduct>,
  ): Promise<readonly ReplayDifference[]> {
    const products = new Set(lines.flatMap(({ line }) => pricedProducts.get(line.sku) ?? []));
    const loaded = await this.rows.load(buyer, [...products], 'usable');
    return lines.flatMap((positioned) => {
      const { sku, qty, date } = positioned.line;
      const product = pricedProducts.get(sku);
      if (!product) return unpriced(positioned, 'unknown_sku');
      const { selected } = priceLine(loaded, { product, qty, day: date }, buyer);
      return compare(positioned, selected, buyer) ?? [];
    });
  }

  /** Undefined for an unknown or inactive customer. */
  private async buyer(customerNumber: string, { strategy }: ReplayOptions): Promise<Buyer | undefined> {
    const customer = await this.customers.byNumber(customerNumber);
    if (!customer) return undefined;
    try {
      const buyer = await this.buyers.resolve(byNumber(customer.id));
      return strategy === undefined ? buyer : { ...buyer, settings: { ...buyer.settings, priceSelect: strategy } };
    } catch (error) {
      if (error instanceof NoSuchEntity || error instanceof InputRefused) return undefined;
      throw error;
    }
  }
}

const byNumber = (customerId: number): BuyerQuestion => ({
  asker: 'integration',
  customerId,
  customerGroupId: null,
  storeId: null,
  websiteId: null,
  currency: null,
  path: undefined,
});
