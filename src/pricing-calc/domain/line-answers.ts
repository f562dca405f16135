import {
  type Day,
  type Decimal,
  InputRefused,
  NoSuchEntity,
  numberOf,
  type Refusal,
  sentence,
  whenThere,
  type MaybePromise,
} from '../../../libs/kernel/index.js';
import type { Buyer, Line, PricedProduct } from '../../../libs/pricing/index.js';
import { explain, type Explained } from './explain.js';
import { type Figures, figuresOf } from './figures.js';
import {
  countOf,
  type Loaded,
  type Priced,
  priceLine,
  type Step,
  stepOf,
  type TierAnswer,
  tiersOf,
} from './price-line.js';
import type { Candidate } from './select-price.js';

export interface LineQuestion {
  readonly sku: string;
  readonly qty: Decimal;
}

/** true explains every evaluated row, `selected` only the row behind each price, false none. */
export type ExplainDepth = boolean | 'selected';

export interface PricedLine {
  readonly question: LineQuestion;
  readonly product: PricedProduct;
  readonly selected: Candidate;
  readonly figures: Figures;
  /** The range of quantities within which only quantity and row total differ. */
  readonly step: Step;
  readonly tiers: readonly TierAnswer[];
  /**
   * Calculated on each call from rows that lines share, so that a streamed response holds the explanation of only one
   * line in memory.
   */
  readonly explained: (() => readonly Explained[]) | undefined;
}

export interface UnpricedLine {
  /** A value is null if it cannot be read. */
  readonly question: { readonly [K in keyof LineQuestion]: LineQuestion[K] | null };
  readonly refusal: Refusal;
}

/** A line as it was requested, or the reason why it can't be priced. */
export type RequestedLine = LineQuestion | UnpricedLine;

export const isQuestion = (line: RequestedLine): line is LineQuestion => !('refusal' in line);

export const isPriced = (line: PricedLine | UnpricedLine): line is PricedLine => !('refusal' in line);

const withoutPrice = (sku: string): Refusal =>
  new InputRefused(
    sentence(
      'The product with the SKU "%sku" has no price for this buyer. Add a price, or request another product.',
      { sku },
      'sku',
    ),
  );

const selectedOnly = ({ code, taken }: Candidate): readonly Explained[] => [
  { code, verdict: taken, selected: true, reason: null },
];

const explanation = (loaded: readonly Loaded[], line: Line, buyer: Buyer, selected: Candidate, depth: ExplainDepth) => {
  if (depth === 'selected') return () => selectedOnly(selected);
  return depth ? () => explain(priceLine(loaded, line, buyer), buyer) : undefined;
};

interface Known {
  readonly answer: PricedLine | UnpricedLine;
  readonly candidates: number;
}

/** Prices lines of one buyer and day. Equal lines are priced once and share the same object. */
export class LineAnswers {
  /** Answers by SKU and quantity. A quantity has at most 12 digits, so it is exact as a number. */
  private readonly known = new Map<string, Map<number, MaybePromise<Known>>>();
  /** Tiers by product, because they do not depend on the requested quantity. */
  private readonly tiers = new Map<number, MaybePromise<readonly TierAnswer[]>>();

  constructor(
    private readonly buyer: Buyer,
    private readonly day: Day,
    private readonly depth: ExplainDepth,
    /** Yields to the event loop during the tiers of a product with very many thresholds. */
    private readonly rest: () => Promise<void>,
  ) {}

  /** Returns the answer and the number of candidates that a full explanation of it has. */
  answer(question: LineQuestion, product: PricedProduct | undefined, loaded: readonly Loaded[]): MaybePromise<Known> {
    const qty = numberOf(question.qty);
    let ofSku = this.known.get(question.sku);
    const same = ofSku?.get(qty);
    if (same) return same;
    if (!ofSku) this.known.set(question.sku, (ofSku = new Map<number, MaybePromise<Known>>()));
    const made = this.made(question, product, loaded);
    ofSku.set(qty, made);
    return made;
  }

  private made(
    question: LineQuestion,
    product: PricedProduct | undefined,
    loaded: readonly Loaded[],
  ): MaybePromise<Known> {
    if (!product) return { answer: { question, refusal: new NoSuchEntity('sku', question.sku) }, candidates: 0 };
    const line: Line = { product, qty: question.qty, day: this.day };
    const priced = priceLine(loaded, line, this.buyer);
    const { selected } = priced;
    if (!selected) return { answer: { question, refusal: withoutPrice(question.sku) }, candidates: 0 };
    const figures = figuresOf(selected.taken.price, question.qty, priced.evaluations, this.buyer);
    const step = stepOf(priced, line);
    const explained = explanation(loaded, line, this.buyer, selected, this.depth);
    const candidates = countOf(priced);
    return whenThere(this.tiersOf(loaded, line, priced), (tiers) => ({
      answer: { question, product, selected, figures, step, tiers, explained },
      candidates,
    }));
  }

  private tiersOf(loaded: readonly Loaded[], line: Line, priced: Priced): MaybePromise<readonly TierAnswer[]> {
    const known = this.tiers.get(line.product.id);
    if (known) return known;
    const tiers = tiersOf(loaded, line, this.buyer, priced, this.rest);
    this.tiers.set(line.product.id, tiers);
    return tiers;
  }
}
