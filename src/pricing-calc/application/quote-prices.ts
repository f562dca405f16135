import { Injectable } from '@nestjs/common';
import {
  CacheManager,
  Clock,
  Counter,
  type Day,
  dayIn,
  Histogram,
  type MaybePromise,
  StateConflict,
} from '../../../libs/kernel/index.js';
import { type Buyer, PRICE_ROWS_LOADED } from '../../../libs/pricing/index.js';
import type { JsonBytes } from '../../../libs/operations/index.js';
import { yieldToEventLoop } from '../../../libs/records/index.js';
import type { BuyerQuestion } from '../domain/buyer-question.js';
import { CandidateBudget } from '../domain/candidate-budget.js';
import {
  type ExplainDepth,
  isPriced,
  LineAnswers,
  type LineQuestion,
  type PricedLine,
  type RequestedLine,
  type UnpricedLine,
} from '../domain/line-answers.js';
import { Buyers } from './buyers.js';
import { LineCache, type LineForm } from './line-cache.js';
import { type BuyerReach, LoadRows } from './load-rows.js';
import type { RenderedLine, RequestValues } from './rendered-line.js';
import { ResponseCache } from './response-cache.js';

export const PRICES = new Counter({
  name: 'kontor_prices_total',
  help: 'Lines of price requests by result: priced, or unpriced (unknown product or no price)',
  labels: ['outcome'],
  values: ['priced', 'unpriced'],
});

export const QUOTES = new Counter({
  name: 'kontor_quotes_total',
  help: 'Price requests by data source: memory (all data was cached) or database (some data was loaded)',
  labels: ['from'],
  values: ['memory', 'database'],
});

const QUOTE_LINES = new Histogram({
  name: 'kontor_quote_lines',
  help: 'Number of lines per price request',
  bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500],
});

export const PRICING_METRICS = [PRICES, QUOTES, QUOTE_LINES, PRICE_ROWS_LOADED];

export interface At {
  /** null: today in the website's time zone. */
  readonly date: Day | null;
  readonly explain: ExplainDepth;
  /** Limit for the candidates of all explanations together; default `CANDIDATES_MAX`. */
  readonly maxCandidates?: number;
  /** The lowest version of the price data that the quote may use. */
  readonly minVersion: number | null;
  /** The version read when the token of this request was checked. */
  readonly proved?: number | undefined;
}

export interface Quote {
  readonly buyer: Buyer;
  /** The version of the price data that the whole quote is based on. */
  readonly version: number;
  /** In request order. */
  readonly lines: readonly (PricedLine | UnpricedLine)[];
}

/** A quote whose lines are JSON. */
export interface RenderedQuote {
  readonly version: number;
  readonly day: Day;
  readonly timeZone: string;
  readonly questions: readonly RequestedLine[];
  /** In request order. */
  readonly lines: readonly (RenderedLine | UnpricedLine)[];
  readonly filling: RequestValues;
}

/** A price request whose response is JSON. */
export interface PriceRequest {
  /** The decoded body: the same object if the same body is sent again (`BodyCache`). */
  readonly body: object;
  readonly buyer: BuyerQuestion;
  readonly lines: readonly LineQuestion[];
  readonly at: At;
  readonly form: LineForm;
}

/** The facts that a response depends on, in addition to the request body and the data version. */
const termsOf = ({ asker, customerId, path }: BuyerQuestion, { audience, json }: LineForm): string =>
  [asker, customerId, path?.storeId, audience, json.key].join(' ');

/** Different quantities of one SKU are each priced, so the event loop gets a turn after this number of candidates. */
const RESTS_EVERY = 20_000;

/** The wait for `min_version`, which can be on its way from another node of a cluster. */
const MIN_VERSION_MS = 1_000;

/** An explanation reads this number of products at a time, so that one that is too long is refused early. */
const EXPLAINED_AT_ONCE = 25;

/** Calculates final prices of many lines from one snapshot (pricing.md §4). */
@Injectable()
export class QuotePrices {
  constructor(
    private readonly buyers: Buyers,
    private readonly rows: LoadRows,
    private readonly lines: LineCache,
    private readonly responses: ResponseCache,
    private readonly memory: CacheManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws `NoSuchEntity` for an unknown customer or group, `StateConflict` if `minVersion` is not reached within a
   * second, and `InputRefused` for an explanation with too many candidates.
   */
  async quote(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    await this.waitForVersion(at);
    return counted(
      await (at.explain === true ? this.explained(question, lines, at) : this.priced(question, lines, at)),
    );
  }

  /**
   * Same as `quote` without explanations, but returns the response. A repeated body gets a cached response until the
   * data changes.
   */
  async respond(request: PriceRequest, write: (quote: RenderedQuote) => JsonBytes): Promise<JsonBytes> {
    const { body, buyer, lines, at, form } = request;
    if (at.minVersion !== null || this.memory.maxBytes === 0) return write(await this.render(request, undefined));
    const version = at.proved ?? (await this.memory.answer(async (current) => current));
    const slot = this.responses.open(body, termsOf(buyer, form), version);
    const cached = slot?.cached;
    if (cached && cached.day === this.dayOf(cached, at)) {
      QUOTES.add(1, 'memory');
      count(lines.length, cached.priced);
      return cached.json;
    }
    const quote = await this.render(request, version);
    const json = write(quote);
    if (quote.version === version) slot?.keep(json, { ...quote, priced: pricedOf(quote.lines) });
    return json;
  }

  /** Prices the lines as JSON. A line that is already cached as JSON is not calculated again. */
  private async render(
    { buyer: question, lines: questions, at, form }: PriceRequest,
    proved: number | undefined,
  ): Promise<RenderedQuote> {
    await this.waitForVersion(at);
    const work = async (version: number, isLoaded: boolean) => {
      const found = this.buyer(question, at, version);
      const buyer = found instanceof Promise ? await found : found;
      const day = this.dayOf(buyer, at);
      const rendered = this.lines.open(buyer, await this.reach(buyer), day, form);
      const lines = questions.map((line) => rendered.find(line));
      const missing = questions.flatMap(({ sku }, index) => (lines[index] ? [] : sku));
      const products = missing.length > 0 && (await this.rows.pricedProducts(missing, buyer.websiteId));
      const loaded = products ? await this.rows.load(buyer, [...products.values()], 'usable') : [];
      return { version, buyer, day, products, isLoaded, loaded, rendered, lines };
    };
    const read = await this.memory.answer(work, proved, { replica: true });
    QUOTES.add(1, read.isLoaded ? 'database' : 'memory');
    const { version, buyer, day, products, loaded, rendered } = read;
    const lines: (RenderedLine | UnpricedLine | undefined)[] = read.lines;
    const answers = new LineAnswers(buyer, day, false, yieldToEventLoop);
    const rest = new CandidateBudget(Infinity, RESTS_EVERY);
    for (const [index, line] of products ? questions.entries() : []) {
      if (!products || lines[index]) continue;
      const product = products.get(line.sku);
      lines[index] = product && (rendered.find(line) ?? rendered.share(product, line.qty, loaded));
      if (lines[index]) continue;
      const known = answers.answer(line, product, loaded);
      const { answer, candidates } = known instanceof Promise ? await known : known;
      lines[index] = isPriced(answer) ? rendered.render(answer, loaded) : answer;
      if (rest.take(candidates)) await yieldToEventLoop();
    }
    rendered.keep();
    const all = lines.filter((line) => line !== undefined);
    count(all.length, pricedOf(all));
    return { version, day, timeZone: buyer.timeZone, questions, lines: all, filling: rendered.filling(version) };
  }

  /** Without a cache, lines cannot be shared, and nothing must be read to share them. */
  private reach(buyer: Buyer): MaybePromise<BuyerReach> {
    return this.memory.maxBytes === 0 ? { key: '', personal: undefined } : this.rows.reach(buyer);
  }

  /** Waits for `minVersion` for at most a second. Must not be called inside a transaction. */
  async waitForVersion({ minVersion }: Pick<At, 'minVersion'>): Promise<void> {
    if (minVersion !== null) await this.memory.awaitVersion(minVersion, MIN_VERSION_MS);
  }

  private async priced(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    const { minVersion, proved } = at;
    const work = async (version: number, isLoaded: boolean) => {
      const { buyer, facts: pricedProducts } = await this.buyerAndProducts(question, lines, at, version);
      return {
        version,
        buyer,
        facts: pricedProducts,
        isLoaded,
        loaded: await this.rows.load(buyer, [...pricedProducts.values()], 'usable'),
      };
    };
    // `minVersion` can have been written after the token was checked, so the version is read again.
    const read = await this.memory.answer(work, minVersion === null ? proved : undefined, { replica: true });
    const { version, buyer, facts: pricedProducts, loaded } = read;
    QUOTES.add(1, read.isLoaded ? 'database' : 'memory');
    const answers = new LineAnswers(buyer, this.dayOf(buyer, at), at.explain, yieldToEventLoop);
    const rest = new CandidateBudget(Infinity, RESTS_EVERY);
    const answered: (PricedLine | UnpricedLine)[] = [];
    for (const line of lines) {
      const known = answers.answer(line, pricedProducts.get(line.sku), loaded);
      const { answer, candidates } = known instanceof Promise ? await known : known;
      answered.push(answer);
      if (rest.take(candidates)) await yieldToEventLoop();
    }
    return { buyer, version, lines: answered };
  }

  /** Bypasses the cache and reads the rows part by part (pricing.md §4). */
  private explained(question: BuyerQuestion, lines: readonly LineQuestion[], at: At): Promise<Quote> {
    QUOTES.add(1, 'database');
    return this.memory.past(async (version) => {
      const { buyer, facts: pricedProducts } = await this.buyerAndProducts(question, lines, at, version);
      const answers = new LineAnswers(buyer, this.dayOf(buyer, at), at.explain, yieldToEventLoop);
      const budget = new CandidateBudget(at.maxCandidates);
      const answered: (PricedLine | UnpricedLine)[] = [];
      const products = [...pricedProducts];
      for (let start = 0; start < products.length; start += EXPLAINED_AT_ONCE) {
        const part = new Map(products.slice(start, start + EXPLAINED_AT_ONCE));
        const loaded = await this.rows.load(buyer, [...part.values()], 'all');
        for (const [index, line] of lines.entries()) {
          if (!part.has(line.sku)) continue;
          const { answer, candidates } = await answers.answer(line, part.get(line.sku), loaded);
          answered[index] = answer;
          if (budget.take(candidates)) await yieldToEventLoop();
        }
      }
      for (const [index, line] of lines.entries())
        answered[index] ??= (await answers.answer(line, undefined, [])).answer;
      return { buyer, version, lines: answered };
    });
  }

  private async buyerAndProducts(question: BuyerQuestion, lines: readonly LineQuestion[], at: At, version: number) {
    const buyer = await this.buyer(question, at, version);
    const pricedProducts = await this.rows.pricedProducts(
      lines.map(({ sku }) => sku),
      buyer.websiteId,
    );
    return { buyer, facts: pricedProducts };
  }

  private buyer(question: BuyerQuestion, { minVersion }: At, version: number): MaybePromise<Buyer> {
    if (minVersion !== null && version < minVersion) throw notReached(minVersion, version);
    return this.buyers.resolve(question);
  }

  private dayOf({ timeZone }: Pick<Buyer, 'timeZone'>, { date }: At): Day {
    return date ?? dayIn(timeZone, this.clock.now());
  }
}

const counted = (quote: Quote): Quote => {
  count(quote.lines.length, pricedOf(quote.lines));
  return quote;
};

const pricedOf = (lines: readonly object[]): number =>
  lines.reduce((sum, line) => sum + ('refusal' in line ? 0 : 1), 0);

const count = (lines: number, priced: number): void => {
  if (!PRICES.isRead) return;
  if (priced > 0) PRICES.add(priced, 'priced');
  if (priced < lines) PRICES.add(lines - priced, 'unpriced');
  QUOTE_LINES.observe(lines);
};

const notReached = (minVersion: number, version: number): StateConflict =>
  new StateConflict('Version %minVersion has not been reached yet; the current version is %version. Try again later.', {
    minVersion,
    version,
  });
