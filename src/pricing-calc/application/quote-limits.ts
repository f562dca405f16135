/** How much one quote may ask for; the operator's word (running.md, "Settings"). */
export class QuoteLimits {
  readonly maxItems: number = 500;
  /** How long a simulation may keep all others from writing, where the database has one writer; in milliseconds. */
  readonly simulationMs: number = 500;

  constructor(given: Partial<QuoteLimits> = {}) {
    Object.assign(this, given);
  }
}
