import { type Change, type ChangeScope, EVERYTHING, type CacheKey, type CacheRules } from '../kernel/index.js';
import { type Entry, ABSENT, type EntryHome, type Recency, MEMORY_DROPPED } from './recency.js';

/** Memory of an entry, including its share of its owner's map and of the eviction list. */
export const ENTRY_BYTES = 140;
const OWNER_BYTES = 380;
const NAME_BYTES = 60;
const KEY_BYTES = 24;

const keyBytes = (key: CacheKey): number => (typeof key === 'string' ? KEY_BYTES + key.length : 0);

/** Either a change-log entry named the value, or its whole cache was cleared. */
type DropReason = 'change' | 'cleared';

/** The values of one cache by owner and key. Decides which change-log entries evict them. */
export class OwnedValues<V> {
  private readonly owners = new Map<CacheKey, EntryHome>();
  /** In a cache of names: the entries for unknown names. */
  private readonly absent = new Set<Entry>();

  constructor(
    private readonly rules: CacheRules<V>,
    readonly recency: Recency,
  ) {}

  /** The entries of an owner, read-only. */
  valuesOf(owner: CacheKey): ReadonlyMap<CacheKey, Entry> | undefined {
    return this.owners.get(owner)?.values;
  }

  /** Stores a loaded value unless the cache has a newer one. */
  keep(owner: CacheKey, key: CacheKey, value: V | typeof ABSENT, from: number): void {
    let home = this.owners.get(owner);
    if (home?.values.has(key) || (value === ABSENT && this.rules.absence === false)) return;
    const bytes =
      ENTRY_BYTES +
      keyBytes(key) +
      (this.rules.named ? NAME_BYTES : 0) +
      (home ? 0 : OWNER_BYTES + keyBytes(owner)) +
      (value === ABSENT ? 0 : this.rules.bytes(value));
    if (!home) {
      const values = new Map<CacheKey, Entry>();
      const byId = this.rules.named ? new Map<CacheKey, Entry>() : values;
      home = { owner, values, byId, left: (entry) => this.left(entry) };
      this.owners.set(owner, home);
    }
    const entry: Entry = { home, key, value, bytes, from, isUsed: false, newer: undefined, older: undefined };
    home.values.set(key, entry);
    if (this.rules.named) {
      if (value === ABSENT) this.absent.add(entry);
      else this.name(home, this.rules.named.idOf(value), entry);
    }
    this.recency.add(entry);
  }

  /** A record has one name. An entry under its previous name could no longer be found, so it is dropped. */
  private name({ byId }: EntryHome, id: number, entry: Entry): void {
    const other = byId.get(id);
    byId.set(id, entry);
    if (other) this.recency.drop(other);
  }

  replace(owner: CacheKey, key: CacheKey, value: V, from: number): void {
    const entry = this.owners.get(owner)?.values.get(key);
    if (entry) this.recency.drop(entry);
    this.keep(owner, key, value, from);
  }

  /** Whether change-log entries with this scope can affect this cache. */
  concerns(scope: ChangeScope): boolean {
    const { cleared, keys, named, ofProducts, owners } = this.rules;
    return (
      cleared !== undefined ||
      ofProducts?.(scope) === true ||
      scope === EVERYTHING ||
      scope === keys ||
      scope === named?.scope ||
      (owners?.includes(scope) ?? false)
    );
  }

  /** Drops the values that these change-log entries name. */
  forget(changes: readonly Change[]): void {
    const keys = new Set<CacheKey>();
    for (const change of changes) {
      if (this.isCleared(change)) {
        this.clear();
        return;
      }
      const { scope, id, productId } = change;
      if (productId !== null && this.rules.ofProducts?.(scope)) keys.add(productId);
      if (id === null) continue;
      // A product's entry matches owners and keys. An owner with the same number is evicted unnecessarily.
      const isWhole = productId === null || productId === id;
      if (isWhole && scope === this.rules.named?.scope) {
        keys.add(id);
        for (const absent of [...this.absent]) this.drop(absent);
      }
      if (scope === this.rules.keys) keys.add(id);
      if (!this.rules.owners?.includes(scope)) continue;
      if (isWhole || this.rules.ofMany) this.dropOwner(id);
      else this.dropKey(this.owners.get(id), productId);
    }
    if (keys.size > 0) this.dropKeys(keys);
  }

  clear(): void {
    for (const owner of [...this.owners.keys()]) this.dropOwner(owner, 'cleared');
  }

  private isCleared(change: Change): boolean {
    const { scope, id } = change;
    if (scope === EVERYTHING || this.rules.cleared?.(change)) return true;
    const { keys, owners, named } = this.rules;
    return id === null && (scope === keys || scope === named?.scope || (owners?.includes(scope) ?? false));
  }

  private left(entry: Entry): void {
    const { home, value } = entry;
    if (home.values.size === 0) this.owners.delete(home.owner);
    if (!this.rules.named) return;
    this.absent.delete(entry);
    if (value === ABSENT) return;
    const id = this.rules.named.idOf(value as V);
    if (home.byId.get(id) === entry) home.byId.delete(id);
  }

  private dropOwner(owner: CacheKey, reason: DropReason = 'change'): void {
    for (const entry of [...(this.owners.get(owner)?.values.values() ?? [])]) this.drop(entry, reason);
  }

  private drop(entry: Entry, reason: DropReason = 'change'): void {
    MEMORY_DROPPED.add(1, reason);
    this.recency.drop(entry);
  }

  private dropKey(home: EntryHome | undefined, key: CacheKey): void {
    const entry = home?.byId.get(key);
    if (entry) this.drop(entry);
  }

  /** For each owner, iterates over the smaller set: its values or the changed keys. */
  private dropKeys(keys: ReadonlySet<CacheKey>): void {
    for (const home of [...this.owners.values()]) {
      const named = home.byId.size < keys.size ? [...home.byId.keys()].filter((key) => keys.has(key)) : keys;
      for (const key of named) this.dropKey(home, key);
    }
  }
}
