import { Injectable } from '@nestjs/common';
import { Clock, type Day, dayIn, Memory, StateConflict } from '../../../libs/kernel/index.js';
import type { Buyer } from '../../../libs/pricing/index.js';
import { yieldToEventLoop } from '../../../libs/records/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { CandidateBudget } from '../domain/candidate-budget.js';
import {
  type ExplainDepth,
  isPriced,
  LineAnswers,
  type LineQuestion,
  type PricedLine,
  type UnpricedLine,
} from '../domain/line-answers.js';
import { Buyers } from './buyers.js';
import { LoadRows } from './load-rows.js';
import { PRICES, QUOTE_LINES, QUOTES } from './metrics.js';

/** As of when, and how much is to be told. */
export interface At {
  /** null: today in the website's time zone. */
  readonly date: Day | null;
  readonly explain: ExplainDepth;
  /** How many candidates all explanations together may have; `CANDIDATES_MAX` if not given. */
  readonly maxCandidates?: number;
  /** The answer must be true of at least this version. */
  readonly minVersion: number | null;
  /** A version that was read for this request already, when its token was checked. */
  readonly proved?: number | undefined;
}

export interface Quote {
  readonly buyer: Buyer;
  /** What of the change log the whole answer is true of. */
  readonly version: number;
  /** In the order asked. */
  readonly lines: readonly (PricedLine | UnpricedLine)[];
}

/** Lines of one SKU with quantities of their own are judged anew each: others have their turn in between. */
const RESTS_EVERY = 20_000;

/** So long `min_version` is waited for: it may be on its way from another node of a cluster. */
const MIN_VERSION_MS = 1_000;

/** So many products are read at once for an explanation, so that one that is too long is refused before all of it is read. */
const EXPLAINED_AT_ONCE = 25;

/** Calculates final prices: of many lines at once, all of one moment (pricing.md §4). */
@Injectable()
export class QuotePrices {
  constructor(
    private readonly buyers: Buyers,
    private readonly rows: LoadRows,
    private readonly memory: Memory,
    private readonly clock: Clock,
  ) {}

  /**
   * `NoSuchEntity` for an unknown customer or group; `StateConflict` if `minVersion` isn't reached within a second;
   * `InputRefused` for an explanation of too many candidates.
   */
  async run(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    await this.awaited(at);
    return counted(
      await (at.explain === true ? this.explained(question, lines, at) : this.priced(question, lines, at)),
    );
  }

  /** Waits for `minVersion`, a second at most, and never inside a transaction. */
  async awaited({ minVersion }: Pick<At, 'minVersion'>): Promise<void> {
    if (minVersion !== null) await this.memory.awaitVersion(minVersion, MIN_VERSION_MS);
  }

  private async priced(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    const { minVersion, proved } = at;
    const work = async (version: number, isLoaded: boolean) => {
      const { buyer, facts } = await this.begun(question, lines, at, version);
      return { version, buyer, facts, isLoaded, loaded: await this.rows.of(buyer, [...facts.values()], 'usable') };
    };
    // What isn't reached yet may have been written since the token was checked.
    const read = await this.memory.answer(work, minVersion === null ? proved : undefined, { replica: true });
    const { version, buyer, facts, loaded } = read;
    QUOTES.add(1, read.isLoaded ? 'database' : 'memory');
    const answers = new LineAnswers(buyer, this.dayOf(buyer, at), at.explain, yieldToEventLoop);
    const rest = new CandidateBudget(Infinity, RESTS_EVERY);
    const answered: (PricedLine | UnpricedLine)[] = [];
    for (const line of lines) {
      const known = answers.of(line, facts.get(line.sku), loaded);
      const { answer, candidates } = known instanceof Promise ? await known : known;
      answered.push(answer);
      if (rest.take(candidates)) await yieldToEventLoop();
    }
    return { buyer, version, lines: answered };
  }

  /** Of rows that aren't remembered (pricing.md §4), part by part. */
  private explained(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    QUOTES.add(1, 'database');
    return this.memory.past(async (version) => {
      const { buyer, facts } = await this.begun(question, lines, at, version);
      const answers = new LineAnswers(buyer, this.dayOf(buyer, at), at.explain, yieldToEventLoop);
      const budget = new CandidateBudget(at.maxCandidates);
      const answered: (PricedLine | UnpricedLine)[] = [];
      const products = [...facts];
      for (let start = 0; start < products.length; start += EXPLAINED_AT_ONCE) {
        const part = new Map(products.slice(start, start + EXPLAINED_AT_ONCE));
        const loaded = await this.rows.of(buyer, [...part.values()], 'all');
        for (const [place, line] of lines.entries()) {
          if (!part.has(line.sku)) continue;
          const { answer, candidates } = await answers.of(line, part.get(line.sku), loaded);
          answered[place] = answer;
          if (budget.take(candidates)) await yieldToEventLoop();
        }
      }
      for (const [place, line] of lines.entries()) answered[place] ??= (await answers.of(line, undefined, [])).answer;
      return { buyer, version, lines: answered };
    });
  }

  private async begun(question: BuyerQuestion, lines: readonly LineQuestion[], { minVersion }: At, version: number) {
    if (minVersion !== null && version < minVersion) throw notReached(minVersion, version);
    const buyer = await this.buyers.of(question);
    const facts = await this.rows.facts(
      lines.map(({ sku }) => sku),
      buyer.websiteId,
    );
    return { buyer, facts };
  }

  private dayOf({ timeZone }: Buyer, { date }: At): Day {
    return date ?? dayIn(timeZone, this.clock.now());
  }
}

const counted = (quote: Quote): Quote => {
  if (!PRICES.isRead) return quote;
  const { length } = quote.lines;
  const priced = quote.lines.reduce((sum, line) => sum + (isPriced(line) ? 1 : 0), 0);
  if (priced > 0) PRICES.add(priced, 'priced');
  if (priced < length) PRICES.add(length - priced, 'unpriced');
  QUOTE_LINES.observe(length);
  return quote;
};

const notReached = (minVersion: number, version: number): StateConflict =>
  new StateConflict('Version %minVersion is not reached yet; the current version is %version. Retry later.', {
    minVersion,
    version,
  });
