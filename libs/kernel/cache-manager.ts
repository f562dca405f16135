import type { Change, ChangeScope } from './change-log.js';

/** A value or a promise of one. Cached values are returned directly, because a promise for each would be slower. */
export type MaybePromise<T> = T | Promise<T>;

/** Continues with the value; immediately if it is not a promise. */
export const whenThere = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

export type CacheKey = number | string;

/** Results by owner and key. A missing entry means that the value does not exist. */
export type Found<V> = ReadonlyMap<CacheKey, ReadonlyMap<CacheKey, V>>;

/**
 * The change log scopes that evict the values of a cache (pricing.md §5). A value has an owner and a key below it:
 * (customer, product) has both, a customer's settings only the customer.
 */
export interface CacheRules<V> {
  /**
   * An entry of one of these scopes evicts the values of the owner with its id; one with a product evicts only the key
   * of that product.
   */
  readonly owners?: readonly ChangeScope[];
  /** An entry that names a product evicts the owner's values too: each is about many products. */
  readonly ofMany?: true;
  /** An entry of this scope evicts the key of its id, whoever owns it. */
  readonly keys?: ChangeScope;
  /** Keys are products: an entry of these scopes that names a product evicts its key, whoever owns it. */
  readonly ofProducts?: (scope: ChangeScope) => boolean;
  /**
   * Where keys are names of the caller's, such as a SKU: the scope that names the records by id, and a value's id, by
   * which every other entry evicts it too. What was absent is dropped by any record, since it may have taken the name.
   */
  readonly named?: { readonly scope: ChangeScope; readonly idOf: (value: V) => number };
  /** Entries that evict the whole cache, in addition to `EVERYTHING` and those without an id. */
  readonly cleared?: (change: Change) => boolean;
  /** false: absence is not cached, because callers could fill the cache with names that do not exist. */
  readonly absence?: false;
  /** This part of all bytes is for the cache alone: it takes nothing from the others, nor they from it. */
  readonly share?: number;
  /** Size of this value in bytes of heap. */
  readonly bytes: (value: V) => number;
}

/** Cached values of one kind. Outside of `CacheManager.answer` nothing is cached: each request loads. */
export interface VersionedCache<V> {
  /**
   * Passes the values of all pairs of these owners and keys; skips missing ones and caches their absence. Other pairs
   * are loaded: `load` may return more pairs than requested, which are ignored. Synchronous if everything is cached.
   */
  recall<O extends CacheKey, K extends CacheKey>(
    owners: readonly O[],
    keys: readonly K[],
    load: (owners: readonly O[], keys: readonly K[]) => MaybePromise<Found<V>>,
    take: (value: V, owner: O, key: K) => void,
  ): MaybePromise<void>;

  recallOne(owner: CacheKey, key: CacheKey, load: () => MaybePromise<V | undefined>): MaybePromise<V | undefined>;
}

/** What was calculated from cached values in one answer, all valid for its version. May be used after the answer. */
export interface Derivations<V> {
  /** The value of each key of this owner; undefined if it must be calculated. */
  of(owner: CacheKey): (key: CacheKey) => V | undefined;
  /** Caches these values by key, in place of others, unless a change has named them meanwhile. */
  keep(owner: CacheKey, values: ReadonlyMap<CacheKey, V>): void;
}

/** Values that are calculated from cached ones, and evicted by the changes that evict those. */
export interface DerivedCache<V> {
  /** Those of the current `answer`; outside of one, and in a transaction, nothing is cached. */
  open(): Derivations<V>;
}

/** Answers of questions that come one at a time, from many at once. */
export interface BatchedCache<Q, V> {
  /**
   * One value for each key, in order, all from one version at or after the time of the call; undefined if there is
   * none. Missing values are loaded together with those of parallel callers.
   */
  get(questions: readonly Q[]): Promise<readonly (V | undefined)[]>;
}

/** The loader of a `BatchedCache`. */
export interface BatchedQuestions<Q, V> {
  /** Questions with the same name share one answer. */
  nameOf(question: Q): string;
  load(questions: readonly Q[]): Promise<LoadedAnswers<V>>;
}

export interface LoadedAnswers<V> {
  /** The version of all values, read in the same statement or snapshot; undefined: none is cached. */
  readonly version: number | undefined;
  /** One answer for each question, in order. */
  readonly answers: readonly (V | undefined)[];
}

export interface AnswerOptions {
  /** Missing values may be loaded from a replica: only if every change of them increments a version. */
  readonly replica?: boolean;
}

/**
 * Caches database content of one process between requests. The change log invalidates it (pricing.md §5). Its size is
 * limited in bytes; the least recently used values are evicted first.
 */
export abstract class CacheManager {
  /** Maximum size in bytes; 0 disables the cache. */
  abstract readonly maxBytes: number;

  /** Current size in bytes, as estimated by the caches. */
  abstract readonly bytes: number;

  /** The version of all cached values; undefined before the first read. */
  abstract readonly version: number | undefined;

  /** A new cache, for as long as the process lives. */
  abstract cache<V>(rules: CacheRules<V>): VersionedCache<V>;

  /** Like `cache`, for values that are not loaded. */
  abstract derived<V>(rules: CacheRules<V>): DerivedCache<V>;

  /** Like `cache`, for questions that a request asks once or a few times, and outside of `answer`. */
  abstract batched<Q, V>(rules: CacheRules<V>, questions: BatchedQuestions<Q, V>): BatchedCache<Q, V>;

  /**
   * Runs `work` with the one version that all its data belongs to: at or after the time of the call, or `proved`, a
   * version that was read after the request arrived. All its database reads must use caches. It may run twice, so it
   * must have no side effects. In a transaction or snapshot it reads there, without the cache. `isLoaded`: whether
   * data comes from the database, or may come from there.
   */
  abstract answer<T>(
    work: (version: number, isLoaded: boolean) => Promise<T>,
    proved?: number,
    options?: AnswerOptions,
  ): Promise<T>;

  /** The same past the memory: all is loaded in one snapshot. */
  abstract past<T>(work: (version: number) => Promise<T>): Promise<T>;

  /**
   * Waits until this version of the change log is visible, up to this many milliseconds. Not in a transaction or
   * snapshot, whose view does not change, and whose locks others may wait for.
   */
  abstract awaitVersion(version: number, withinMs: number): Promise<void>;
}
