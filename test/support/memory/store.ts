import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Change,
  ChangeLog,
  InputRefused,
  type LoggedChange,
  HistoryExpired,
  Transactions,
} from '../../../libs/kernel/index.js';
import {
  INT_MAX,
  type Recorded,
  type Records,
  RecordStore,
  References,
  type Resource,
  Resources,
} from '../../../libs/records/index.js';
import { MemoryRecords } from './records.js';
import type { Table, Tables } from './tables.js';

/**
 * Records in memory under the rules of the ports: used by web layer tests, and as a second implementation to compare
 * the adapters with.
 */
export class MemoryStore extends RecordStore implements Tables {
  private tables = new Map<string, Table>();
  private readonly lastIds = new Map<string, number>();
  readonly resources: Resources;

  constructor(resources: readonly Resource[]) {
    super();
    this.resources = new Resources(resources);
  }

  recordsOf<T extends Recorded>(resource: Resource<T>): Records<T> {
    return new MemoryRecords(this, resource);
  }

  table(resource: string): Table {
    const table = this.tables.get(resource) ?? new Map<number, Recorded>();
    this.tables.set(resource, table);
    return table;
  }

  nextId(resource: string): number {
    const id = Math.max(this.lastIds.get(resource) ?? 0, ...this.table(resource).keys()) + 1;
    if (id > INT_MAX) throw InputRefused.sentence('No id is left.');
    this.lastIds.set(resource, id);
    return id;
  }

  /** A copy of all stored data, to restore later. */
  copy(): ReadonlyMap<string, Table> {
    return new Map([...this.tables].map(([name, table]) => [name, new Map(table)]));
  }

  restore(copy: ReadonlyMap<string, Table>): void {
    this.tables = new Map(copy);
  }
}

export class MemoryReferences extends References {
  constructor(private readonly store: MemoryStore) {
    super();
  }

  get resources(): Resources {
    return this.store.resources;
  }

  recordsOf<T extends Recorded>(resource: Resource<T>): Records<T> {
    return this.store.recordsOf(resource);
  }

  ids(resource: string, property: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const wanted = new Set(keys);
    const found = [...this.store.table(resource).values()].flatMap((record) => {
      const key = (record as unknown as Readonly<Record<string, unknown>>)[property];
      return typeof key === 'string' && wanted.has(key) ? [[key, record.id] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }

  keys(resource: string, property: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const found = ids.flatMap((id) => {
      const key = (this.store.table(resource).get(id) as Readonly<Record<string, unknown>> | undefined)?.[property];
      return typeof key === 'string' ? [[id, key] as const] : [];
    });
    return Promise.resolve(new Map(found));
  }
}

interface Ambient {
  readonly changes: Change[];
  readonly afterCommit: (() => void)[];
}

/** One writer at a time. If the work throws, its changes are undone. */
export class MemoryTransactions extends Transactions {
  private last: Promise<unknown> = Promise.resolve();
  readonly ambient = new AsyncLocalStorage<Ambient>();

  constructor(
    private readonly store: MemoryStore,
    private readonly commit: (changes: readonly Change[]) => void,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.ambient.getStore() !== undefined;
  }

  afterCommit(work: () => void): void {
    const ambient = this.ambient.getStore();
    if (ambient) ambient.afterCommit.push(work);
    else work();
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    const outer = this.ambient.getStore();
    if (outer) return this.nested(work, outer);
    const result = this.last.then(() => this.alone(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** If the work throws, its changes are undone even if the caller catches the error. */
  private async nested<T>(work: () => Promise<T>, { changes, afterCommit }: Ambient): Promise<T> {
    const [before, changed, waiting] = [this.store.copy(), changes.length, afterCommit.length];
    try {
      return await work();
    } catch (error) {
      this.store.restore(before);
      changes.length = changed;
      afterCommit.length = waiting;
      throw error;
    }
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.store.copy();
    const ambient: Ambient = { changes: [], afterCommit: [] };
    // In a promise, so that synchronous errors are undone too.
    return Promise.resolve()
      .then(() => this.ambient.run(ambient, work))
      .then(
        (result) => {
          this.commit(ambient.changes);
          for (const done of ambient.afterCommit) done();
          return result;
        },
        (error: unknown) => {
          this.store.restore(before);
          throw error;
        },
      );
  }
}

export class MemoryChangeLog extends ChangeLog {
  private readonly entries: LoggedChange[] = [];
  private current = 0;
  private readonly observers = new AsyncLocalStorage<{ version: number | undefined }>();
  readonly transactions: MemoryTransactions;

  constructor(
    store: MemoryStore,
    private readonly now: () => Date,
  ) {
    super();
    this.transactions = new MemoryTransactions(store, (changes) => this.commit(changes));
  }

  append(changes: readonly Change[]): void {
    const ambient = this.transactions.ambient.getStore();
    if (!ambient) throw new Error('a change outside a write transaction');
    ambient.changes.push(...changes);
  }

  version(): Promise<number> {
    return Promise.resolve(this.current);
  }

  since(version: number, limit: number): Promise<readonly LoggedChange[]> {
    if (version < 0) throw new HistoryExpired('Forgotten.');
    return Promise.resolve(this.entries.filter((entry) => entry.version > version).slice(0, limit));
  }

  async observe<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly version: number | undefined }> {
    const seen: { version: number | undefined } = { version: undefined };
    const result = await this.observers.run(seen, work);
    return { result, version: seen.version };
  }

  private commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    this.current += 1;
    const at = this.now();
    this.entries.push(...changes.map((change) => ({ ...change, version: this.current, at })));
    const observer = this.observers.getStore();
    if (observer) observer.version = this.current;
  }
}
