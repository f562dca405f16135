import type { WriteOptions } from './transactions.js';

/** A call that its sender may repeat (wire.md, "Sending again"). */
export interface NamedCall {
  /** Who calls: the same key of somebody else is another call. At most 64 characters. */
  readonly caller: string;
  /** What is called: the same key on another route is another call. At most 128 characters. */
  readonly route: string;
  /** The sender's own name of the call. */
  readonly key: string;
  /** Two calls with different bodies have different ones; a function where the body is read by the work itself. */
  readonly digest: string | (() => string);
  /** What its steps made is kept until `forget` is asked, not for 24 hours: whoever named it may take longer to repeat it. */
  readonly isLasting?: boolean;
}

export interface KeptAnswer {
  readonly text: string;
  /** The version of the change log that the answer names; undefined if it names none. */
  readonly version: number | undefined;
}

/** What one transaction of a call has made. */
export interface Step {
  /** What is kept of it: the answer is made of the parts of all steps. */
  readonly part: () => string;
  /** Whether the call is done with it. */
  readonly isLast: boolean;
}

/** A call that is done in several transactions. */
export interface Steps {
  /** What the steps have made so far, those of a sending before this one included. */
  readonly parts: readonly string[];
  /** Runs `work` in one write transaction with the keeping of what it makes. */
  step(work: () => Promise<Step>, options?: WriteOptions): Promise<void>;
}

/** What a call in several transactions has made in all, and the version that the last writing one took. */
export interface KeptSteps {
  readonly parts: readonly string[];
  readonly version: number | undefined;
}

/** Answers that are kept, so that a call which is sent again is done once. */
export abstract class KeptAnswers {
  /**
   * Runs `work` so that its writes and the keeping of its answer are one transaction, which begins with the first of
   * them; or answers what it answered before, within 24 hours. The same name with another digest: `StateConflict`. Of two
   * calls at once one works and the other waits for its answer. What `work` throws is not kept: nothing was done, so it
   * may be tried again. Where it can't be `repeatable`, conflicts with other writers are `Unavailable`.
   */
  abstract once(call: NamedCall, work: () => Promise<KeptAnswer>, repeatable?: boolean): Promise<KeptAnswer>;

  /**
   * Runs `work`, which does its call in steps, until it has done the last one; or answers what it made before. Where an
   * earlier sending ended between two steps, it goes on behind the last one that is stored. While another sending of the
   * same call is at work this one waits for it, and is `Unavailable` if that takes long.
   */
  abstract inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<KeptSteps>;

  /** Forgets all calls of this name, whatever their keys; in the ambient write transaction, or in one of its own. */
  abstract forget(name: Pick<NamedCall, 'caller' | 'route'>): Promise<void>;

  /** Forgets what is older than it is kept. */
  abstract prune(): Promise<void>;
}

/** How long an answer is kept. */
export const KEPT_MS = 24 * 3_600_000;
