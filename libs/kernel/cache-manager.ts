import type { Change, ChangeScope } from './change-log.js';

/** A value or a promise of one. Cached values are returned directly, because creating a promise for each is slow. */
export type MaybePromise<T> = T | Promise<T>;

/** Calls `next` with the value; synchronously if it is not a promise. */
export const whenThere = <T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

export type CacheKey = number | string;

/** Values by owner and key. A missing entry means that the value does not exist. */
export type Found<V> = ReadonlyMap<CacheKey, ReadonlyMap<CacheKey, V>>;

/**
 * Which change-log entries evict values of a cache (pricing.md §5). A value belongs to an
 * owner and, if the owner has several values, has a key: the owner of a price is a customer and its key a product.
 */
export interface CacheRules<V> {
  /**
   * Scopes whose id is an owner. An entry evicts the values of that owner; if it names a product, only the value with
   * that key.
   */
  readonly owners?: readonly ChangeScope[];
  /** Entries that name a product evict all values of the owner, because each value depends on many products. */
  readonly ofMany?: true;
  /** Scope whose id is a key. An entry evicts that key of every owner. */
  readonly keys?: ChangeScope;
  /** Scopes whose entries name a product that is a key. An entry evicts that key of every owner. */
  readonly ofProducts?: (scope: ChangeScope) => boolean;
  /**
   * For caches whose keys are names from callers, such as SKUs: the scope whose entries name records by id, and a
   * function that returns the id of a value. Other entries also evict values by this id. Any entry of the scope evicts
   * cached absences, because the record may now have the missing name.
   */
  readonly named?: { readonly scope: ChangeScope; readonly idOf: (value: V) => number };
  /** Changes that clear the whole cache, in addition to `EVERYTHING` and entries without an id. */
  readonly cleared?: (change: Change) => boolean;
  /** Set to false to not cache absence, so that callers cannot fill the cache with names that do not exist. */
  readonly absence?: false;
  /** Fraction of the total memory that is reserved for this cache. */
  readonly share?: number;
  /** Size of a value on the heap in bytes. */
  readonly bytes: (value: V) => number;
}

/**
 * Cached values of one kind. Outside of `CacheManager.answer` nothing is cached, and each request loads its values.
 */
export interface VersionedCache<V> {
  /**
   * Calls `take` for each pair of these owners and keys that has a value; caches missing ones as absent. Uncached
   * pairs are loaded. `load` may return more pairs than requested, which are ignored. Synchronous if everything is
   * cached.
   */
  recall<O extends CacheKey, K extends CacheKey>(
    owners: readonly O[],
    keys: readonly K[],
    load: (owners: readonly O[], keys: readonly K[]) => MaybePromise<Found<V>>,
    take: (value: V, owner: O, key: K) => void,
  ): MaybePromise<void>;

  recallOne(owner: CacheKey, key: CacheKey, load: () => MaybePromise<V | undefined>): MaybePromise<V | undefined>;
}

/**
 * Values calculated within one `answer` from cached values, all valid for its version. May be used after that call.
 */
export interface Derivations<V> {
  /**
   * Returns a function that looks up the values of this owner by key; undefined means that the value must be
   * calculated.
   */
  lookupOf(owner: CacheKey): (key: CacheKey) => V | undefined;
  /** Caches or replaces these values by key, unless a change has invalidated them in the meantime. */
  keep(owner: CacheKey, values: ReadonlyMap<CacheKey, V>): void;
}

/** A cache for values calculated from cached values. The same changes invalidate both. */
export interface DerivedCache<V> {
  /**
   * The derivations of the current `answer`. Outside of one, those of `version` as long as it is the version of the
   * cache. Otherwise and in a transaction, nothing is cached.
   */
  open(version?: number): Derivations<V>;
}

/** A cache for single questions from many concurrent callers. */
export interface BatchedCache<Q, V> {
  /**
   * Returns one value per question, in order, all from one version that is not older than the call; undefined if there
   * is none. Missing values are loaded together with those of concurrent callers.
   */
  get(questions: readonly Q[]): Promise<readonly (V | undefined)[]>;
}

/** The loader of a `BatchedCache`. */
export interface BatchedQuestions<Q, V> {
  /** Questions with the same name have the same answer. */
  nameOf(question: Q): string;
  load(questions: readonly Q[]): Promise<LoadedAnswers<V>>;
}

export interface LoadedAnswers<V> {
  /** The version of all values, read in the same statement or snapshot. Undefined prevents caching. */
  readonly version: number | undefined;
  /** One answer per question, in order. */
  readonly answers: readonly (V | undefined)[];
}

export interface AnswerOptions {
  /**
   * Whether missing values may be loaded from a replica. Only allowed if every change of them increments the version.
   */
  readonly replica?: boolean;
}

/**
 * Caches database content of one process across requests. The change log invalidates it (pricing.md §5). Its size is
 * limited in bytes; the least recently used values are evicted first.
 */
export abstract class CacheManager {
  /** Maximum size in bytes; 0 disables the cache. */
  abstract readonly maxBytes: number;

  /** Estimated current size in bytes. */
  abstract readonly bytes: number;

  /** The change-log version of all cached values; undefined before the first read. */
  abstract readonly version: number | undefined;

  /** Creates a cache that exists as long as the process. */
  abstract cache<V>(rules: CacheRules<V>): VersionedCache<V>;

  /** Creates a cache for calculated values. */
  abstract derived<V>(rules: CacheRules<V>): DerivedCache<V>;

  /** Creates a cache for questions that a request asks only a few times, also outside of `answer`. */
  abstract batched<Q, V>(rules: CacheRules<V>, questions: BatchedQuestions<Q, V>): BatchedCache<Q, V>;

  /**
   * Runs `work` with the version for which all its data is valid. The version is not older than the call, or than
   * `proved`, a version read after the request arrived. All database reads in `work` must use caches. It may run
   * twice, so it must not have side effects. In a transaction or snapshot, it reads there without the cache.
   * `isLoaded`: whether data comes or may come from the database.
   */
  abstract answer<T>(
    work: (version: number, isLoaded: boolean) => Promise<T>,
    proved?: number,
    options?: AnswerOptions,
  ): Promise<T>;

  /** Like `answer`, but without the cache: loads everything in one snapshot. */
  abstract past<T>(work: (version: number) => Promise<T>): Promise<T>;

  /**
   * Waits until this version of the change log is visible, for at most this many milliseconds. Returns immediately in
   * a transaction or snapshot, because its view does not change and others may wait for its locks.
   */
  abstract awaitVersion(version: number, withinMs: number): Promise<void>;
}
