import type { Change, ChangeScope } from './change-log.js';
import type { MaybePromise } from './maybe-promise.js';

export type MemoryKey = number | string;

/** What was found, by owner and key; what is not in it is absent. */
export type Found<V> = ReadonlyMap<MemoryKey, ReadonlyMap<MemoryKey, V>>;

/**
 * Under which words of the change log the values of a cache lie (pricing.md §5). A value has an owner and a key below it:
 * (customer, product) lies under both, a customer's settings under the customer.
 */
export interface MemoryRules<V> {
  /**
   * An entry of one of these scopes drops what the owner of its id has; one that names a product beside drops only the
   * key of that number.
   */
  readonly owners?: readonly ChangeScope[];
  /** An entry of this scope drops the key of its id, whosever it is. */
  readonly keys?: ChangeScope;
  /**
   * Where keys are names of the caller's, such as a SKU: the scope that names the records by id, and a value's id. What
   * was absent is dropped by any record, since it may have taken the name.
   */
  readonly named?: { readonly scope: ChangeScope; readonly idOf: (value: V) => number };
  /** Entries that drop everything in the cache, beside `EVERYTHING` and those that name no id. */
  readonly cleared?: (change: Change) => boolean;
  /** false: absence isn't remembered, since anybody could fill the memory with what they make up. */
  readonly absence?: false;
  /** This part of all bytes is for the cache alone: it takes nothing from the others, nor they from it. */
  readonly share?: number;
  /** What keeping this value costs, in bytes of the heap. */
  readonly bytes: (value: V) => number;
}

/** One kind of remembered values. Outside of `Memory.answer` nothing is remembered: each question is loaded. */
export abstract class LeastRecentlyUsed<V> {
  /**
   * Hands over the values of all pairs of these owners and keys; an absent one is passed over, and remembered as absent.
   * What isn't remembered is loaded: `load` may answer more pairs than it was asked for, those are left alone. Done at
   * once where all is remembered.
   */
  abstract recall<O extends MemoryKey, K extends MemoryKey>(
    owners: readonly O[],
    keys: readonly K[],
    load: (owners: readonly O[], keys: readonly K[]) => MaybePromise<Found<V>>,
    take: (value: V, owner: O, key: K) => void,
  ): MaybePromise<void>;

  abstract recallOne(
    owner: MemoryKey,
    key: MemoryKey,
    load: () => MaybePromise<V | undefined>,
  ): MaybePromise<V | undefined>;
}

/** Answers of questions that come one at a time, from many at once. */
export abstract class BatchedCache<Q, V> {
  /**
   * One answer for each question, in order, all of them true of one version, of at least the moment of the call; undefined:
   * there is none. What isn't remembered is loaded together with what others miss at the same time.
   */
  abstract get(questions: readonly Q[]): Promise<readonly (V | undefined)[]>;
}

/** What is asked of a `BatchedCache`. */
export interface BatchedQuestions<Q, V> {
  /** Two questions of one name have one answer. */
  nameOf(question: Q): string;
  load(questions: readonly Q[]): Promise<LoadedAnswers<V>>;
}

export interface LoadedAnswers<V> {
  /** What all answers are true of, read in the same statement or snapshot; undefined: none of them is remembered. */
  readonly version: number | undefined;
  /** One for each question, in order. */
  readonly answers: readonly (V | undefined)[];
}

export interface AnswerOptions {
  /** What isn't remembered may be loaded from a replica: only where all that is loaded raises a version when it changes. */
  readonly replica?: boolean;
}

/**
 * What a process remembers of the database from one request to the next, kept true by the change log (pricing.md §5).
 * Bounded by bytes; the least recently used goes first.
 */
export abstract class Memory {
  /** How many bytes may be remembered; 0: nothing is. */
  abstract readonly maxBytes: number;

  /** How many bytes are remembered now, by the estimates of the caches. */
  abstract readonly bytes: number;

  /** What all that is remembered is true of; undefined as long as nothing was asked. */
  abstract readonly version: number | undefined;

  /** A new cache, for as long as the process lives. */
  abstract cache<V>(rules: MemoryRules<V>): LeastRecentlyUsed<V>;

  /** As `cache`, for questions of which each request has one or a few, and which are asked outside of `answer`. */
  abstract batched<Q, V>(rules: MemoryRules<V>, questions: BatchedQuestions<Q, V>): BatchedCache<Q, V>;

  /**
   * Runs `work`, which is handed the one version that all it reads is true of: of at least the moment of the call, or
   * of `proved`, a version that was read after the request came in. All that it asks the database must go through
   * caches; it may run twice, so it must have no effect. Inside a transaction or snapshot it reads there, unremembered.
   * `isLoaded`: whether something of it comes from the database, or may come from there.
   */
  abstract answer<T>(
    work: (version: number, isLoaded: boolean) => Promise<T>,
    proved?: number,
    options?: AnswerOptions,
  ): Promise<T>;

  /** The same past the memory: all is loaded in one snapshot. */
  abstract past<T>(work: (version: number) => Promise<T>): Promise<T>;

  /**
   * Waits until this version of the change log is there, so many milliseconds at most. Inside a transaction or snapshot
   * it doesn't: what is of one moment doesn't move on, and others may wait for its locks.
   */
  abstract awaitVersion(version: number, withinMs: number): Promise<void>;
}
