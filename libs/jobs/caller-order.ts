import type { Owner } from './status.js';

/** Jobs of one caller and one size that are ready to start. */
export interface WaitingGroup extends Owner {
  readonly isShort: boolean;
  /** Time since which the first of them is ready, in milliseconds since 1970. */
  readonly since: number;
}

/** A job with at most this many calls is short. */
export const SHORT_CALLS_MAX = 100;
/** Start a long job after this many short ones, so that a steady stream of short jobs cannot starve it. */
const SHORT_IN_A_ROW_MAX = 10;
const CALLERS_MAX = 10_000;

const keyOf = ({ userType, userId, isShort }: WaitingGroup): string => `${userType} ${userId ?? ''} ${isShort}`;

/**
 * The order in which a worker starts jobs: short ones first, and within a size the caller whose last start was longest
 * ago (jobs.md, "Order of jobs"). Each worker counts only its own starts.
 */
export class CallerOrder {
  private starts = 0;
  private shortInARow = 0;
  private readonly lastStart = new Map<string, number>();

  sorted<T extends WaitingGroup>(waiting: readonly T[]): readonly T[] {
    const longFirst = this.shortInARow >= SHORT_IN_A_ROW_MAX;
    const rank = ({ isShort }: T): number => (isShort === longFirst ? 1 : 0);
    const last = (group: T): number => this.lastStart.get(keyOf(group)) ?? 0;
    return waiting.toSorted(
      (one, other) => rank(one) - rank(other) || last(one) - last(other) || one.since - other.since,
    );
  }

  started(group: WaitingGroup): void {
    this.starts += 1;
    this.shortInARow = group.isShort ? this.shortInARow + 1 : 0;
    // Move the caller to the end of the map, so that callers without recent starts are evicted first.
    this.lastStart.delete(keyOf(group));
    this.lastStart.set(keyOf(group), this.starts);
    const [oldest] = this.lastStart.keys();
    if (this.lastStart.size > CALLERS_MAX && oldest !== undefined) this.lastStart.delete(oldest);
  }
}
