/** A log line and the number of its additional occurrences. */
export interface Repeated<Line> {
  readonly line: Line;
  readonly count: number;
  readonly since: Date;
}

/** Counting period in milliseconds: a quarter of an hour by the clock. */
const COUNTED_MS = 900_000;

/**
 * Maximum number of separate keys. Additional ones share one key, so that many addresses cannot exhaust the memory.
 */
export const KEYS_MAX = 10_000;

const OTHERS = '';

/**
 * Deduplicates log lines: logs the first line of each key and quarter of an hour immediately, and the count at the end
 * of that period if there were more (operations.md, "Logs").
 */
export class RepeatedEvents<Line> {
  private readonly counted = new Map<string, { line: Line; count: number; since: Date }>();
  private quarter: number | undefined;

  /**
   * Returns the lines to log now: the counts of the previous period, and the line itself if it is the first with its
   * key.
   */
  note(key: string, line: Line, now: Date): readonly Repeated<Line>[] {
    const before = this.over(now);
    const path = this.counted.has(key) || this.counted.size < KEYS_MAX ? key : OTHERS;
    const known = this.counted.get(path);
    if (known) {
      known.count += 1;
      return before;
    }
    const first = { line, count: 1, since: now };
    this.counted.set(path, first);
    return [...before, { ...first }];
  }

  /** Counts of events that occurred more than once in a finished period. */
  over(now: Date): readonly Repeated<Line>[] {
    const quarter = Math.floor(now.getTime() / COUNTED_MS);
    if (quarter === this.quarter) return [];
    this.quarter = quarter;
    return this.all();
  }

  /** Ends the current period and returns its counts. */
  all(): readonly Repeated<Line>[] {
    const repeated = [...this.counted.values()].filter(({ count }) => count > 1);
    this.counted.clear();
    return repeated;
  }
}
