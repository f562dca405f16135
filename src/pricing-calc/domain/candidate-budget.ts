import { InputRefused, sentence } from '../../../libs/kernel/index.js';

/** Maximum number of candidates in a response, about 35 MB of JSON (pricing.md §4). */
export const CANDIDATES_MAX = 200_000;

/** Evaluating this number of candidates takes a few milliseconds. */
const AT_ONCE = 5000;

/** Counts the candidates of a response while it is calculated. */
export class CandidateBudget {
  private taken = 0;
  private sinceRest = 0;

  constructor(
    private readonly max = CANDIDATES_MAX,
    private readonly restsEvery = AT_ONCE,
  ) {}

  /** Returns true if the caller must yield to the event loop. Throws `InputRefused` for too many candidates. */
  take(count: number): boolean {
    this.taken += count;
    this.sinceRest += count;
    if (this.taken > this.max)
      throw new InputRefused(
        sentence(
          'The explanation has more than %max candidate prices. Request fewer SKUs at once, or set `explain` to "selected".',
          { max: this.max },
          'explain',
        ),
      );
    if (this.sinceRest < this.restsEvery) return false;
    this.sinceRest = 0;
    return true;
  }
}
