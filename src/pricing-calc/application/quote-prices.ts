import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Day,
  dayIn,
  type Decimal,
  InputRefused,
  Memory,
  NoSuchEntity,
  type Refusal,
  sentence,
  StateConflict,
} from '../../../libs/kernel/index.js';
import type { Buyer, Line, ProductFacts } from '../../../libs/pricing/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { explain, type Explained } from '../domain/explain.js';
import { type Figures, figuresOf } from '../domain/figures.js';
import { type Loaded, priceLine, type TierAnswer, tiersOf } from '../domain/price-line.js';
import type { Candidate } from '../domain/select-price.js';
import { Buyers } from './buyers.js';
import { LoadRows } from './load-rows.js';

export interface LineQuestion {
  readonly sku: string;
  readonly qty: Decimal;
}

/** As of when, and how much is to be told. */
export interface At {
  /** null: today in the website's time zone. */
  readonly date: Day | null;
  readonly explain: boolean;
  /** The answer must be true of at least this version. */
  readonly minVersion: number | null;
  /** A version that was read for this request already, when its token was checked. */
  readonly proved?: number | undefined;
}

export interface PricedLine {
  readonly question: LineQuestion;
  readonly product: ProductFacts;
  readonly selected: Candidate;
  readonly figures: Figures;
  readonly tiers: readonly TierAnswer[];
  readonly explained: readonly Explained[] | undefined;
}

/** A line without a price, and why. */
export interface UnpricedLine {
  readonly question: LineQuestion;
  readonly refusal: Refusal;
}

export interface Quote {
  readonly buyer: Buyer;
  /** What of the change log the whole answer is true of. */
  readonly version: number;
  /** In the order asked. */
  readonly lines: readonly (PricedLine | UnpricedLine)[];
}

export const isPriced = (line: PricedLine | UnpricedLine): line is PricedLine => !('refusal' in line);

const withoutPrice = (sku: string): Refusal =>
  new InputRefused(sentence('The product with SKU "%sku" has no price for this buyer.', { sku }, 'sku'));

/** Calculates final prices: of many lines at once, all of one moment (pricing.md §4). */
@Injectable()
export class QuotePrices {
  constructor(
    private readonly buyers: Buyers,
    private readonly rows: LoadRows,
    private readonly memory: Memory,
    private readonly clock: Clock,
  ) {}

  /** `NoSuchEntity` for an unknown customer or group; `StateConflict` if `minVersion` isn't reached yet. */
  async run(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    const read = await this.read(question, lines, at);
    const { version, buyer, facts, loaded } = read;
    const day = at.date ?? dayIn(buyer.timeZone, this.clock.now());
    return { buyer, version, lines: lines.map((line) => answer(line, facts.get(line.sku), loaded, buyer, day, at)) };
  }

  /** All that is judged, of one version; an explanation needs rows that aren't remembered (pricing.md §4). */
  private read(question: BuyerQuestion, lines: readonly LineQuestion[], { explain, minVersion, proved }: At) {
    const work = async (version: number) => {
      if (minVersion !== null && version < minVersion) throw notReached(minVersion, version);
      const buyer = await this.buyers.of(question);
      const facts = await this.rows.facts(
        lines.map(({ sku }) => sku),
        buyer.websiteId,
      );
      const loaded = await this.rows.of(buyer, [...facts.values()], explain ? 'all' : 'usable');
      return { version, buyer, facts, loaded };
    };
    if (explain) return this.memory.past(work);
    // What isn't reached yet may have been written since the token was checked.
    return this.memory.answer(work, minVersion === null ? proved : undefined);
  }
}

const notReached = (minVersion: number, version: number): StateConflict =>
  new StateConflict('Version %minVersion is not reached yet: the current one is %version.', { minVersion, version });

const answer = (
  question: LineQuestion,
  product: ProductFacts | undefined,
  loaded: readonly Loaded[],
  buyer: Buyer,
  day: Day,
  at: At,
): PricedLine | UnpricedLine => {
  if (!product) return { question, refusal: new NoSuchEntity('sku', question.sku) };
  const line: Line = { product, qty: question.qty, day };
  const priced = priceLine(loaded, line, buyer);
  if (!priced.selected) return { question, refusal: withoutPrice(question.sku) };
  return {
    question,
    product,
    selected: priced.selected,
    figures: figuresOf(priced.selected.taken.price, question.qty, priced.judgements, buyer),
    tiers: tiersOf(loaded, line, buyer, priced),
    explained: at.explain ? explain(priced, buyer) : undefined,
  };
};
