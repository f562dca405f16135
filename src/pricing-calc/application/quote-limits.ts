/** How much one quote may ask for; the operator's word (running.md, PRICING_MAX_ITEMS). */
export class QuoteLimits {
  readonly maxItems: number = 500;

  constructor(given: Partial<QuoteLimits> = {}) {
    Object.assign(this, given);
  }
}
