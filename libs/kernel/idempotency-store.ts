import type { WriteOptions } from './transactions.js';

/** A call that its sender may repeat (wire.md, "Sending again"). */
export interface NamedCall {
  /** The caller. The same key of another caller is a different call. At most 64 characters. */
  readonly caller: string;
  /** The route. The same key on another route is a different call. At most 128 characters. */
  readonly route: string;
  /** The sender's own name of the call. */
  readonly key: string;
  /** Digest of the body, which differs for different bodies. A function if the work itself reads the body. */
  readonly digest: string | (() => string);
  /**
   * Keeps the results of its steps until `forget` is called instead of for 24 hours, because the caller may repeat it
   * later.
   */
  readonly isLasting?: boolean;
}

export interface StoredAnswer {
  readonly text: string;
  /** The version of the change log that the answer names; undefined if it names none. */
  readonly version: number | undefined;
}

/** Result of one transaction of a call. */
export interface Step {
  /** Its part of the stored answer, which combines the parts of all steps. */
  readonly part: () => string;
  /** Whether the call is done with it. */
  readonly isLast: boolean;
}

/** A call that is done in several transactions. */
export interface Steps {
  /** The results of the steps so far, including those of earlier attempts. */
  readonly parts: readonly string[];
  /** Runs `work` and stores its result in the same write transaction. */
  step(work: () => Promise<Step>, options?: WriteOptions): Promise<void>;
}

/** Combined result of a call with several transactions, and the version of the last one that wrote. */
export interface StoredSteps {
  readonly parts: readonly string[];
  readonly version: number | undefined;
}

/** Stores answers, so that a repeated call runs only once. */
export abstract class IdempotencyStore {
  /**
   * Runs `work` so that its writes and the stored response are one transaction, which starts with the first write. Or
   * returns the stored response within 24 hours. The same key with another digest: `StateConflict`. Of two parallel
   * calls one works and the other waits. If `work` throws, nothing is stored, so the call can be repeated. Unless it
   * is `repeatable`, conflicts with other writers are `Unavailable`.
   */
  abstract once(call: NamedCall, work: () => Promise<StoredAnswer>, repeatable?: boolean): Promise<StoredAnswer>;

  /**
   * Runs the steps of a call, or returns the stored answer. If an earlier attempt stopped between two steps, it
   * continues after the last stored one. It waits while another attempt of the same call runs, and throws `Unavailable`
   * if that takes too long.
   */
  abstract inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<StoredSteps>;

  /** Deletes all calls of this name, whatever their keys; in the ambient write transaction, or in a new one. */
  abstract forget(name: Pick<NamedCall, 'caller' | 'route'>): Promise<void>;

  /** Deletes expired responses. */
  abstract prune(): Promise<void>;
}

/** Time that an answer is stored. */
export const KEPT_MS = 24 * 3_600_000;
