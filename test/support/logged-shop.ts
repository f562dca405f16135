import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Change,
  ChangeLog,
  type Found,
  type LoggedChange,
  type CacheManager,
  HistoryExpired,
  type VersionedCache,
  type CacheRules,
  Transactions,
} from '../../libs/kernel/index.js';

type State = ReadonlyMap<string, number>;

/** A point at which work waits until the test releases it. */
export class Gate {
  private waiting: (() => void) | undefined;
  private readonly arrived: Promise<void>;
  private arrive: () => void = () => undefined;

  constructor() {
    this.arrived = new Promise((resolve) => (this.arrive = resolve));
  }

  pass(): Promise<void> {
    this.arrive();
    return new Promise((resolve) => (this.waiting = resolve));
  }

  /** Resolves when work is waiting at the gate. */
  reached(): Promise<void> {
    return this.arrived;
  }

  open(): void {
    this.waiting?.();
  }
}

/** A database of numbers with a change log and snapshots. It counts its queries and can be made to wait. */
export class LoggedShop {
  readonly states: State[] = [new Map()];
  readonly entries: LoggedChange[] = [];
  /** Every pair that was loaded, in order. */
  readonly loads: string[] = [];
  versionsRead = 0;
  /** The oldest version that is still in the log. */
  keptFrom = 0;
  gate: Gate | undefined;
  versionGate: Gate | undefined;
  private readonly ambient = new AsyncLocalStorage<number>();
  readonly changes = new ShopLog(this);
  readonly transactions = new ShopTransactions(this.ambient, () => this.states.length - 1);

  get current(): number {
    return this.ambient.getStore() ?? this.states.length - 1;
  }

  write(values: Readonly<Record<string, number | undefined>>, ...changes: readonly Change[]): void {
    const next = new Map(this.states.at(-1));
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    this.states.push(next);
    const version = this.states.length - 1;
    for (const change of changes) this.entries.push({ ...change, version, at: new Date(0) });
  }

  /** Returns to an earlier state, as after a restore. */
  restore(version: number): void {
    this.states.length = version + 1;
    this.entries.splice(0, this.entries.length, ...this.entries.filter((entry) => entry.version <= version));
  }

  async read(owner: number | string, key: number | string): Promise<number | undefined> {
    const value = this.states[this.current]?.get(`${owner}/${key}`);
    this.loads.push(`${owner}/${key}`);
    await this.gate?.pass();
    return value;
  }

  cache(memory: CacheManager, rules: Omit<CacheRules<number>, 'bytes'>): ShopCache {
    return new ShopCache(this, memory.cache({ ...rules, bytes: () => 100 }));
  }

  takeLoads(): readonly string[] {
    return this.loads.splice(0);
  }
}

/** The numbers of a shop, read through a cache. */
export class ShopCache {
  constructor(
    private readonly shop: LoggedShop,
    private readonly cache: VersionedCache<number>,
  ) {}

  one(owner: number | string, key: number | string): Promise<number | undefined> {
    return Promise.resolve(this.cache.recallOne(owner, key, () => this.shop.read(owner, key)));
  }

  async all(owners: readonly number[], keys: readonly number[]): Promise<Readonly<Record<string, number>>> {
    const found: Record<string, number> = {};
    const load = async (some: readonly number[], wanted: readonly number[]): Promise<Found<number>> => {
      const loaded = new Map<number, Map<number, number>>();
      for (const owner of some) {
        const values = new Map<number, number>();
        for (const key of wanted) {
          const value = await this.shop.read(owner, key);
          if (value !== undefined) values.set(key, value);
        }
        loaded.set(owner, values);
      }
      return loaded;
    };
    await this.cache.recall(owners, keys, load, (value, owner, key) => (found[`${owner}/${key}`] = value));
    return found;
  }
}

class ShopLog extends ChangeLog {
  constructor(private readonly shop: LoggedShop) {
    super();
  }

  append(): void {
    throw new Error('the shop writes its log itself');
  }

  async version(): Promise<number> {
    this.shop.versionsRead += 1;
    await this.shop.versionGate?.pass();
    return this.shop.current;
  }

  since(version: number, limit: number): Promise<readonly LoggedChange[]> {
    if (version < this.shop.keptFrom) return Promise.reject(new HistoryExpired('The log is shorter.'));
    const entries = this.shop.entries.filter((entry) => entry.version > version && entry.version <= this.shop.current);
    return Promise.resolve(entries.slice(0, limit));
  }

  async observe<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly version: number | undefined }> {
    return { result: await work(), version: undefined };
  }
}

class ShopTransactions extends Transactions {
  constructor(
    private readonly ambient: AsyncLocalStorage<number>,
    private readonly now: () => number,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  afterCommit(): void {
    throw new Error('nothing is written here');
  }

  write<T>(): Promise<T> {
    return Promise.reject(new Error('nothing is written here'));
  }

  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.isOpen ? work() : this.ambient.run(this.now(), work);
  }
}
