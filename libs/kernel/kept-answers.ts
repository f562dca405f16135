/** A call that its sender may repeat (pricing.md §7, Idempotency-Key). */
export interface NamedCall {
  /** Who calls: the same key of somebody else is another call. */
  readonly caller: string;
  /** What is called: the same key on another route is another call. */
  readonly route: string;
  /** The sender's own name of the call. */
  readonly key: string;
  /** Two calls with different bodies have different ones. */
  readonly digest: string;
}

/** Answers that are kept, so that a call which is sent again is done once. */
export abstract class KeptAnswers {
  /**
   * Runs `work` in one write transaction with the keeping of its answer, a text; or answers what it answered before,
   * within 24 hours. The same name with another digest: `StateConflict`. Of two calls at once one works and the other
   * waits for its answer. What `work` throws is not kept: nothing was done, so it may be tried again.
   */
  abstract once(call: NamedCall, work: () => Promise<string>): Promise<string>;

  /** Forgets what is older. */
  abstract prune(): Promise<void>;
}

/** How long an answer is kept. */
export const KEPT_MS = 24 * 3_600_000;
