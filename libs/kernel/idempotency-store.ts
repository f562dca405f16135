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
  /** The results of its steps are kept until `forget` is called, not for 24 hours: the caller may repeat it later. */
  readonly isLasting?: boolean;
}

export interface StoredAnswer {
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
  /** The results of the steps so far, including those of earlier attempts. */
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
export abstract class IdempotencyStore {
  /**
   * Runs `work` so that its writes and the stored response are one transaction, which starts with the first write. Or
   * returns the stored response within 24 hours. The same key with another digest: `StateConflict`. Of two parallel
   * calls one works and the other waits. If `work` throws, nothing is stored, so the call can be repeated. Unless it
   * is `repeatable`, conflicts with other writers are `Unavailable`.
   */
  abstract once(call: NamedCall, work: () => Promise<StoredAnswer>, repeatable?: boolean): Promise<StoredAnswer>;

  /**
   * Runs `work`, which does its call in steps, until it has done the last one; or answers what it made before. Where an
   * earlier sending ended between two steps, it goes on behind the last one that is stored. While another sending of the
   * same call is at work this one waits for it, and is `Unavailable` if that takes long.
   */
  abstract inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<KeptSteps>;

  /** Deletes all calls of this name, whatever their keys; in the ambient write transaction, or in a new one. */
  abstract forget(name: Pick<NamedCall, 'caller' | 'route'>): Promise<void>;

  /** Deletes expired responses. */
  abstract prune(): Promise<void>;
}

/** How long an answer is kept. */
export const KEPT_MS = 24 * 3_600_000;
