import type { WriteOptions } from './transactions.js';

/** A call with an idempotency key (wire.md, "Sending again"). */
export interface NamedCall {
  /** The caller; the same key of another caller is a different call. At most 64 characters. */
  readonly caller: string;
  /** The route; the same key on another route is a different call. At most 128 characters. */
  readonly route: string;
  /** The idempotency key that the caller chose. */
  readonly key: string;
  /** Digest that distinguishes bodies. A function if the work itself reads the body. */
  readonly digest: string | (() => string);
  /**
   * Keeps the results of its steps until `forget` is called, instead of for 24 hours, because the caller may repeat it
   * later.
   */
  readonly isLasting?: boolean;
}

export interface StoredAnswer {
  readonly text: string;
  /** The change-log version in the response; undefined if it has none. */
  readonly version: number | undefined;
}

/** Result of one of a call's transactions. */
export interface Step {
  /** Its part of the stored answer, which consists of the parts of all steps. */
  readonly part: () => string;
  /** Whether it completes the call. */
  readonly isLast: boolean;
}

/** A call that runs in several transactions. */
export interface Steps {
  /** The results of completed steps, including those of earlier attempts. */
  readonly parts: readonly string[];
  /** Runs `work` and stores its result in the same write transaction. */
  step(work: () => Promise<Step>, options?: WriteOptions): Promise<void>;
}

/** Result of a call with several transactions, and the version of the last one that logged a change. */
export interface StoredSteps {
  readonly parts: readonly string[];
  readonly version: number | undefined;
}

/** Stores responses, so that a repeated call runs only once. */
export abstract class IdempotencyStore {
  /**
   * Runs `work` so that its writes and its response are stored in one transaction, which starts with the first write.
   * For a repeated call within 24 hours, returns the stored response instead. Throws `StateConflict` if the key was
   * used with another digest. Of two concurrent calls, one runs and the other waits. If `work` throws, nothing is
   * stored, so the call can be repeated. Without `repeatable`, conflicts with other writers throw `Unavailable`.
   */
  abstract once(call: NamedCall, work: () => Promise<StoredAnswer>, repeatable?: boolean): Promise<StoredAnswer>;

  /**
   * Runs the steps of a call, or returns the stored response. If an earlier attempt stopped between two steps,
   * continues after the last stored one. Waits while another attempt of the same call runs; throws `Unavailable` if
   * that takes too long.
   */
  abstract inSteps(call: NamedCall, work: (steps: Steps) => Promise<void>): Promise<StoredSteps>;

  /**
   * Deletes all calls of this caller and route, whatever their keys, in the ambient write transaction or in a new one.
   */
  abstract forget(name: Pick<NamedCall, 'caller' | 'route'>): Promise<void>;

  /** Deletes expired responses. */
  abstract prune(): Promise<void>;
}

/** How long a response is stored, in milliseconds. */
export const KEPT_MS = 24 * 3_600_000;
