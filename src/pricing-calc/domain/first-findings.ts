import type { Criteria, Filter, Page, Sort } from '../../../libs/kernel/index.js';
import { type Finding, LINT_RULES, type LintRule } from '../../../libs/pricing/index.js';

/** Limit of paging, because all findings up to the page are held in memory. */
export const FINDINGS_MAX = 100_000;

type IsReported = (finding: Finding) => boolean;
type Compared = (one: Finding, other: Finding) => number;

const NAMING_RULES: ReadonlySet<Filter['condition']> = new Set(['eq', 'in']);

/** The rules that match the criteria. Other rules need not run. */
export const rulesWanted = ({ groups }: Pick<Criteria, 'groups'>): ReadonlySet<LintRule> => {
  const naming = groups.filter((filters) =>
    filters.every(({ property, condition }) => property === 'rule' && NAMING_RULES.has(condition)),
  );
  const named = naming.map((filters) => new Set(filters.flatMap(({ values }) => values)));
  return new Set(LINT_RULES.filter((rule) => named.every((rules) => rules.has(rule))));
};

/**
 * Collects one page and the total number from any number of findings. Holds at most twice the findings up to the page.
 */
export class FirstFindings {
  private held: Finding[] = [];
  private count = 0;

  constructor(
    private readonly criteria: Pick<Criteria, 'page' | 'pageSize'>,
    private readonly matches: IsReported,
    private readonly compare: Compared,
  ) {}

  take(findings: readonly Finding[]): void {
    for (const one of findings) {
      if (!this.matches(one)) continue;
      this.count += 1;
      this.held.push(one);
    }
    if (this.held.length > 2 * this.last) this.cut();
  }

  get page(): Page<Finding> {
    this.cut();
    return { items: this.held.slice(this.last - this.criteria.pageSize), total: this.count };
  }

  /** The number of findings up to the end of the page. */
  private get last(): number {
    return this.criteria.page * this.criteria.pageSize;
  }

  private cut(): void {
    this.held = this.held.sort(this.compare).slice(0, this.last);
  }
}

/** Appended to the requested sort, so that pages never overlap. */
export const IN_ORDER: readonly Sort[] = ['resource', 'id', 'rule', 'severity', 'message'].map((property) => ({
  property,
  direction: 'ASC',
}));
