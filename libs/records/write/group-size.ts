import { setTimeout as delay } from 'node:timers/promises';

/** Groups start small, because the duration of their rows is unknown. */
const FIRST_ROWS = 250;
const ROWS_MIN = 25;
/** Maximum number of rows in a group. With more, the fixed cost of a transaction would be below one percent anyway. */
export const GROUP_ROWS_MAX = 2_500;
/** Longest time in milliseconds that a group should block others; half the threshold for the log. */
const TARGET_MS = 100;

/** Maximum number of consecutive conflicts before a call stops. */
const LOSSES_MAX = 12;
const PAUSE_MS = 25;
const PAUSE_MAX_MS = 800;

/** The number of rows of the next group, from the size and duration of the last one. */
export const nextRows = (rows: number, ms: number): number => {
  const fitting = ms <= 0 ? 2 * rows : Math.round((rows * TARGET_MS) / ms);
  return Math.max(ROWS_MIN, Math.min(fitting, 2 * rows, GROUP_ROWS_MAX));
};

/** The next attempt after a conflict: a pause and fewer rows. Undefined after too many conflicts. */
export const afterLoss = (
  rows: number,
  losses: number,
): { readonly rows: number; readonly pauseMs: number } | undefined =>
  losses > LOSSES_MAX
    ? undefined
    : { rows: Math.max(ROWS_MIN, rows >> 2), pauseMs: Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** losses) };

/**
 * The number of rows per transaction: as many as block others for a tenth of a second, and fewer after conflicts
 * (bulk.md, "Groups").
 */
export class GroupSize {
  private present = FIRST_ROWS;
  private losses = 0;

  get rows(): number {
    return this.present;
  }

  /** Records that a group of this size was stored; the time is from its first statement to the end of its commit. */
  took(rows: number, ms: number): void {
    this.losses = 0;
    // A short last group does not predict the duration of longer ones.
    if (rows >= this.present) this.present = nextRows(rows, ms);
  }

  /**
   * Records a conflict and waits for a random time, so that the same writers do not collide again. Returns false if
   * the call should stop.
   */
  async lost(rows: number): Promise<boolean> {
    this.losses += 1;
    const next = afterLoss(rows, this.losses);
    if (!next) return false;
    this.present = next.rows;
    await delay(next.pauseMs * (0.5 + Math.random()));
    return true;
  }
}
