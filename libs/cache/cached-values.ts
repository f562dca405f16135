import { type Found, type CacheKey, type VersionedCache, type MaybePromise, whenThere } from '../kernel/index.js';
import { ABSENT, type Entry } from './recency.js';
import { ENTRY_BYTES, type OwnedValues } from './owned-values.js';

/** Aborts an attempt to answer from memory alone, because a value must be loaded. */
export class NotCached extends Error {
  override readonly stack = '';
}

/** The computation of one response. */
export interface Session {
  /** The change-log version for which all values are valid. */
  readonly version: number;
  /** Whether a snapshot of that version is open, so that missing values can be loaded. */
  readonly loads: boolean;
  /** Identifies the database, which may be restored during the computation. */
  readonly era: number;
}

const NOT_CACHED = new NotCached('to be loaded');

/** Aborts unless there is a snapshot to load from. */
const mustLoad = ({ loads }: Session): undefined => {
  if (!loads) throw NOT_CACHED;
  return undefined;
};

/** The parts of the cache manager that a cache uses. */
export interface Keeping {
  /** Undefined outside of a computation that uses cached values. */
  session(): Session | undefined;
  /** A session without loads; undefined unless the cache is at this version. */
  sessionAt(version: number | undefined): Session | undefined;
  /** Runs `keep` if the values loaded in this session are still current, and evicts those that have changed since. */
  kept(session: Session, keep: () => void): void;
}

/** Returns cached values, and loads and caches missing ones. */
export class CachedValues<V> implements VersionedCache<V> {
  constructor(
    private readonly values: OwnedValues<V>,
    private readonly memory: Keeping,
  ) {}

  recall<O extends CacheKey, K extends CacheKey>(
    owners: readonly O[],
    keys: readonly K[],
    load: (owners: readonly O[], keys: readonly K[]) => MaybePromise<Found<V>>,
    take: (value: V, owner: O, key: K) => void,
  ): MaybePromise<void> {
    const session = this.memory.session();
    if (!session) {
      return whenThere(load(owners, keys), (found) => {
        for (const owner of owners) hand(found.get(owner), owner, keys, take);
      });
    }
    const missing = session.loads ? this.hand(session, owners, keys, take) : this.handAll(session, owners, keys, take);
    if (!missing) return;
    const [lacking, wanted] = missing;
    return whenThere(load(lacking, wanted), (found) => {
      if (!this.wouldCrowdOut(lacking.length * wanted.length)) {
        this.memory.kept(session, () => this.keep(lacking, wanted, found, session.version));
      }
      for (const owner of lacking) hand(found.get(owner), owner, wanted, take);
    });
  }

  recallOne(owner: CacheKey, key: CacheKey, load: () => MaybePromise<V | undefined>): MaybePromise<V | undefined> {
    const session = this.memory.session();
    if (!session) return load();
    const entry = this.values.valuesOf(owner)?.get(key);
    if (entry && entry.from <= session.version) {
      entry.isUsed = true;
      return entry.value === ABSENT ? undefined : (entry.value as V);
    }
    mustLoad(session);
    return whenThere(load(), (value) => {
      this.memory.kept(session, () => this.values.keep(owner, key, value ?? ABSENT, session.version));
      return value;
    });
  }

  private keep(owners: readonly CacheKey[], keys: readonly CacheKey[], found: Found<V>, version: number): void {
    for (const owner of owners) {
      const values = found.get(owner);
      for (const key of keys) this.values.keep(owner, key, values?.get(key) ?? ABSENT, version);
    }
  }

  /** A request for more than half of the cache is not cached: it would evict everything else and then itself. */
  private wouldCrowdOut(pairs: number): boolean {
    return pairs * ENTRY_BYTES > this.values.recency.maxBytes / 2;
  }

  /** Aborts at the first pair that is not cached. */
  private handAll<O extends CacheKey, K extends CacheKey>(
    session: Session,
    owners: readonly O[],
    keys: readonly K[],
    take: (value: V, owner: O, key: K) => void,
  ): undefined {
    for (const owner of owners) {
      const entries = this.values.valuesOf(owner);
      for (const key of keys) {
        const entry = entries?.get(key);
        if (!entry || entry.from > session.version) return mustLoad(session);
        entry.isUsed = true;
        if (entry.value !== ABSENT) take(entry.value as V, owner, key);
      }
    }
    return undefined;
  }

  /** Passes cached values to `take`. Returns the owners and keys of the pairs that must be loaded. */
  private hand<O extends CacheKey, K extends CacheKey>(
    { version }: Session,
    owners: readonly O[],
    keys: readonly K[],
    take: (value: V, owner: O, key: K) => void,
  ): readonly [readonly O[], readonly K[]] | undefined {
    const lacking = new Set<O>();
    const wanted = new Set<K>();
    const cached: (Entry | undefined)[] = [];
    for (const owner of owners) {
      const entries = this.values.valuesOf(owner);
      for (const key of keys) {
        const entry = entries?.get(key);
        const isKnown = entry !== undefined && entry.from <= version;
        cached.push(isKnown ? entry : undefined);
        if (isKnown) continue;
        lacking.add(owner);
        wanted.add(key);
      }
    }
    let at = 0;
    for (const owner of owners) {
      const isLacking = lacking.has(owner);
      for (const key of keys) {
        const entry = cached[at];
        at += 1;
        // All combinations of these owners and keys are loaded, including cached ones.
        if (!entry || (isLacking && wanted.has(key))) continue;
        entry.isUsed = true;
        if (entry.value !== ABSENT) take(entry.value as V, owner, key);
      }
    }
    return wanted.size > 0 ? [[...lacking], [...wanted]] : undefined;
  }
}

const hand = <V, O extends CacheKey, K extends CacheKey>(
  found: ReadonlyMap<CacheKey, V> | undefined,
  owner: O,
  keys: readonly K[],
  take: (value: V, owner: O, key: K) => void,
): void => {
  if (!found) return;
  for (const key of keys) {
    const value = found.get(key);
    if (value !== undefined) take(value, owner, key);
  }
};
