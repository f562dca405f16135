/** A line that was told once, and how often it would have been told since. */
export interface Repeated<Line> {
  readonly line: Line;
  readonly count: number;
  readonly since: Date;
}

/** So long is counted before a count is told: a quarter of an hour by the clock. */
const COUNTED_MS = 900_000;

/** So many keys are told apart; further ones share the key of all others, whoever floods us with addresses. */
export const KEYS_MAX = 10_000;

const OTHERS = '';

/**
 * Lines that would be told again and again, told once and counted: the first of a key and quarter hour at once, and how
 * many there were when the quarter hour is over, if there were more (operations.md, "Logs").
 */
export class RepeatedEvents<Line> {
  private readonly counted = new Map<string, { line: Line; count: number; since: Date }>();
  private quarter: number | undefined;

  /** What is to be told now: the counts of the quarter hour before, and the line if it is the first of its key. */
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

  /** The counts so far, of which nothing more will be told. */
  all(): readonly Repeated<Line>[] {
    const told = [...this.counted.values()].filter(({ count }) => count > 1);
    this.counted.clear();
    return told;
  }
}
