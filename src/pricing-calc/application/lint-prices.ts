import { Injectable } from '@nestjs/common';
import {
  Clock,
  type Criteria,
  type Day,
  dayIn,
  InputRefused,
  type Page,
  sentence,
  TooManyRequests,
  Transactions,
} from '../../../libs/kernel/index.js';
import {
  type Finding,
  type LintContext,
  type LintWebsite,
  type LintRule,
  PriceLint,
  PriceChecks,
  ROW_RULES,
  wantsAny,
} from '../../../libs/pricing/index.js';
import { yieldToEventLoop, compareValues, matchesGroup } from '../../../libs/records/index.js';
import { ProductBook, SettingsInForce, type WebsiteFacts, allProducts, pricedProducts } from '../../commerce/index.js';
import { FINDINGS_MAX, FirstFindings, IN_ORDER, rulesWanted } from '../domain/first-findings.js';
import { lintProduct } from '../domain/lint-products.js';

/** An ID that no group has, so that only the settings of the website apply. */
const NO_GROUP = -1;

/** Maximum number of waiting searches. With more, the last client would time out. */
const WAITING_MAX = 3;
const RETRY_S = 10;

/** Checks all stored prices (pricing-tools.md, "Lint"). */
@Injectable()
export class LintPrices {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly rules: PriceLint,
    private readonly products: ProductBook,
    private readonly settings: SettingsInForce,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Reports the findings of these rules in unordered batches from one snapshot, for the given day or for today on each
   * website. After a lost database connection, the run starts again and calls `begin` again.
   */
  async lint(
    rules: ReadonlySet<LintRule>,
    begin: () => (findings: readonly Finding[]) => void,
    asOf?: Day,
  ): Promise<void> {
    const through = async (): Promise<void> => {
      const take = begin();
      const context: LintContext = { websites: await this.lintWebsites(asOf), wants: (rule) => rules.has(rule) };
      for (const checks of this.rules.all) {
        for await (const findings of checks.find(context)) {
          take(findings.filter(({ rule }) => rules.has(rule)));
          await yieldToEventLoop();
        }
      }
    };
    await this.transactions.snapshot(through, { long: true });
  }

  /**
   * Returns a page of the findings; throws `InputRefused` beyond the first 100,000. Each search checks the whole price
   * book, so searches run one at a time, with `TooManyRequests` if too many wait.
   */
  async search(criteria: Criteria): Promise<Page<Finding>> {
    const { groups, page, pageSize } = criteria;
    if (page * pageSize > FINDINGS_MAX)
      throw new InputRefused(
        sentence('Only the first %max findings can be returned. Narrow the search with filters.', {
          max: FINDINGS_MAX,
        }),
      );
    const sort = [...criteria.sort, ...IN_ORDER];
    const compare = (one: Finding, other: Finding): number => {
      for (const { property, direction } of sort) {
        const order = compareValues(valueOf(one, property), valueOf(other, property));
        if (order !== 0) return direction === 'ASC' ? order : -order;
      }
      return 0;
    };
    const matches = (finding: Finding): boolean => groups.every((filters) => matchesGroup(finding, filters));
    return this.oneAtATime(async () => {
      let found = new FirstFindings(criteria, matches, compare);
      await this.lint(rulesWanted(criteria), () => {
        found = new FirstFindings(criteria, matches, compare);
        return (findings) => found.take(findings);
      });
      return found.page;
    });
  }

  private async oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting > WAITING_MAX)
      throw new TooManyRequests(
        RETRY_S,
        `Only one lint search can run at a time, and ${WAITING_MAX} searches are already waiting. Try again later.`,
      );
    this.waiting += 1;
    const mine = this.last.then(work, work).finally(() => (this.waiting -= 1));
    this.last = mine.catch(() => undefined);
    return mine;
  }

  private async lintWebsites(asOf?: Day): Promise<readonly LintWebsite[]> {
    const websites: LintWebsite[] = [];
    for (const website of await this.products.websites()) websites.push(await this.websiteOf(website, asOf));
    return websites;
  }

  private async websiteOf({ id, baseCurrency, timezone }: WebsiteFacts, asOf?: Day): Promise<LintWebsite> {
    const settings = await this.settings.find({ websiteId: id, groupId: NO_GROUP, customerId: null });
    return {
      buyer: {
        customerId: null,
        groupId: NO_GROUP,
        websiteId: id,
        currency: baseCurrency,
        baseCurrency,
        timeZone: timezone,
        settings,
      },
      today: asOf ?? dayIn(timezone, this.clock.now()),
    };
  }
}

const valueOf = (finding: Finding, property: string): unknown =>
  (finding as unknown as Readonly<Record<string, unknown>>)[property] ?? null;

/** Checks price, special price and tiers of each product. */
@Injectable()
export class ProductChecks extends PriceChecks {
  constructor(private readonly book: ProductBook) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (!wantsAny(context, ROW_RULES)) return;
    for await (const products of allProducts(this.book)) {
      const tiers = await this.book.tiersOf(products.map(({ id }) => id));
      yield products.flatMap((product) =>
        lintProduct({ id: product.id, on: pricedProducts(product), tiers: tiers.get(product.id) ?? [] }, context),
      );
    }
  }
}
