/** A line that was logged once, and the number of further occurrences. */
export interface Repeated<Line> {
  readonly line: Line;
  readonly count: number;
  readonly since: Date;
}

/** The counting period: a quarter of an hour by the clock. */
const COUNTED_MS = 900_000;

/** Maximum number of separate keys; further ones share one key, so that many addresses cannot exhaust the memory. */
export const KEYS_MAX = 10_000;

const OTHERS = '';

/**
 * Deduplicates log lines: logs the first of a key and quarter hour immediately, and the count at the end of the
 * quarter hour, if there were more (operations.md, "Logs").
 */
export class RepeatedEvents<Line> {
  private readonly counted = new Map<string, { line: Line; count: number; since: Date }>();
  private quarter: number | undefined;

  /** The lines to log now: the counts of the previous quarter hour, and the line if it is the first of its key. */
  note(key: string, line: Line, now: Date): readonly Repeated<Line>[] {
    const before = this.over(now);
    const place = this.counted.has(key) || this.counted.size < KEYS_MAX ? key : OTHERS;
    const known = this.counted.get(place);
    if (known) {
      known.count += 1;
      return before;
    }
    const first = { line, count: 1, since: now };
    this.counted.set(place, first);
    return [...before, { ...first }];
  }

  /** The counts of what happened more than once in a quarter hour that is over. */
  over(now: Date): readonly Repeated<Line>[] {
    const quarter = Math.floor(now.getTime() / COUNTED_MS);
    if (quarter === this.quarter) return [];
    this.quarter = quarter;
    return this.all();
  }

  /** The current counts, which will not change any more. */
  all(): readonly Repeated<Line>[] {
    const repeated = [...this.counted.values()].filter(({ count }) => count > 1);
    this.counted.clear();
    return repeated;
  }
}
