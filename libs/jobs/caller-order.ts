import type { Owner } from './status.js';

/** Jobs of one caller and one size that could be started now. */
export interface WaitingGroup extends Owner {
  readonly isShort: boolean;
  /** Since when the first of them could be started, in milliseconds. */
  readonly since: number;
}

/** A job with at most this many calls is short. */
export const SHORT_CALLS_MAX = 100;
/** A long job is started after this many short ones, so that a steady stream of short ones doesn't hold it up for ever. */
const SHORT_IN_A_ROW_MAX = 10;

const keyOf = ({ userType, userId, isShort }: WaitingGroup): string => `${userType} ${userId ?? ''} ${isShort}`;

/**
 * Whose job a worker starts next: short ones first, and within a size the caller whose last job is the longest ago
 * (jobs.md, "Whose turn it is"). Each worker remembers its own starts.
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
    // Moved to the end, so that the callers of long ago are the first to be forgotten.
    this.lastStart.delete(keyOf(group));
    this.lastStart.set(keyOf(group), this.starts);
    const [oldest] = this.lastStart.keys();
    if (this.lastStart.size > REMEMBERED_MAX && oldest !== undefined) this.lastStart.delete(oldest);
  }
}

const REMEMBERED_MAX = 10_000;
