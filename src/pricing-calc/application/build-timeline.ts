import { Injectable } from '@nestjs/common';
import {
  ChangeLog,
  Clock,
  type Day,
  dayIn,
  InputRefused,
  invalidValue,
  NoSuchEntity,
  refuse,
  sentence,
  Transactions,
} from '../../../libs/kernel/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { isTooLong, type PricedPeriod, type Period, timelineOf, usualEnd } from '../domain/timeline.js';
import { Buyers } from './buyers.js';
import { LoadRows } from './load-rows.js';
import type { LineQuestion } from '../domain/line-answers.js';

export interface Timeline {
  /** The version of the price data that the whole timeline is based on. */
  readonly version: number;
  readonly periods: readonly PricedPeriod[];
}

const TOO_LONG = sentence('The timeline spans more than 10 years. Send an earlier "to" date.', undefined, 'to');

/** Calculates the periods of a buyer's price (pricing-tools.md, "Timeline"). */
@Injectable()
export class BuildTimeline {
  constructor(
    private readonly buyers: Buyers,
    private readonly rows: LoadRows,
    private readonly transactions: Transactions,
    private readonly changes: ChangeLog,
    private readonly clock: Clock,
  ) {}

  /**
   * A null `from` means today in the website's time zone; a null `to` means a period of 365 days. Throws `NoSuchEntity`
   * for an unknown customer, group or SKU, and `InputRefused` for an end before the start or a period of more than ten
   * years.
   */
  async build(
    question: BuyerQuestion,
    { sku, qty }: LineQuestion,
    { from, to }: { readonly from: Day | null; readonly to: Day | null },
  ): Promise<Timeline> {
    const read = await this.transactions.snapshot(async () => {
      const version = await this.changes.version();
      const buyer = await this.buyers.resolve(question);
      const product = (await this.rows.pricedProducts([sku], buyer.websiteId)).get(sku);
      if (!product) throw new NoSuchEntity('sku', sku);
      return { version, buyer, product, loaded: await this.rows.load(buyer, [product], 'usable') };
    });
    const start = from ?? dayIn(read.buyer.timeZone, this.clock.now());
    const period = periodOf(start, to ?? usualEnd(start));
    return {
      version: read.version,
      periods: timelineOf(read.loaded, { product: read.product, qty }, read.buyer, period),
    };
  }
}

const periodOf = (from: Day, to: Day): Period => {
  if (to < from) throw new InputRefused(invalidValue('to', to, `dates from ${from} onward`));
  refuse(isTooLong({ from, to }) ? [TOO_LONG] : []);
  return { from, to };
};
