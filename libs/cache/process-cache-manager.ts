import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises';
import {
  type AnswerOptions,
  type BatchedCache,
  type BatchedQuestions,
  type ChangeLog,
  type DerivedCache,
  grouped,
  type LoggedChange,
  CacheManager,
  HistoryExpired,
  type VersionedCache,
  type CacheRules,
  patience,
  type SnapshotOptions,
  type Transactions,
  Unavailable,
} from '../kernel/index.js';
import { BatchedValues, type Shared } from './batched-values.js';
import { Recency } from './recency.js';
import { type Keeping, CachedValues, NotCached, type Session } from './cached-values.js';
import { DerivedValues } from './derived-values.js';
import { OwnedValues } from './owned-values.js';
import { waitedOut } from './waited-out.js';

/** With more new change-log entries than this, clearing the cache is cheaper than reading them. */
const ENTRIES_READ_MAX = 20_000;

/** Number of change-log entries kept to check loads that started before them. */
const JOURNAL_MAX = 10_000;

/** Polling interval while waiting for a version. */
const POLL_MS = 20;

/**
 * The cache of one process: rows with the version for which they are valid. Only change-log entries move it to a newer
 * version, so any number of processes may write (pricing.md §5).
 */
export class ProcessCacheManager extends CacheManager implements Keeping, Shared {
  private readonly recency: Recency;
  private readonly apart: Recency[] = [];
  private readonly caches: OwnedValues<never>[] = [];
  private readonly sessions = new AsyncLocalStorage<Session>();
  private known: number | undefined;
  /** Identifies the database. It changes when the database is restored to an earlier state. */
  era = 0;
  /** The latest change-log entries, all with a version above `journalFrom`. */
  private journal: LoggedChange[] = [];
  private journalFrom = 0;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  /** The read for all requests that arrive now. */
  private coming: Promise<void> | undefined;

  constructor(
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
    readonly maxBytes: number,
  ) {
    super();
    this.recency = new Recency(maxBytes);
    changes.onMoved(() => this.startOver(undefined));
  }

  get version(): number | undefined {
    return this.known;
  }

  get bytes(): number {
    return [this.recency, ...this.apart].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  cache<V>(rules: CacheRules<V>): VersionedCache<V> {
    return new CachedValues(this.owned(rules), this);
  }

  derived<V>(rules: CacheRules<V>): DerivedCache<V> {
    return new DerivedValues(this.owned(rules), this);
  }

  batched<Q, V>(rules: CacheRules<V>, questions: BatchedQuestions<Q, V>): BatchedCache<Q, V> {
    return new BatchedValues(this.owned(rules), questions, this);
  }

  private owned<V>(rules: CacheRules<V>): OwnedValues<V> {
    const values = new OwnedValues(rules, rules.share === undefined ? this.recency : this.setApart(rules.share));
    this.caches.push(values);
    return values;
  }

  private setApart(share: number): Recency {
    const own = new Recency(this.maxBytes * share);
    this.apart.push(own);
    this.recency.maxBytes -= own.maxBytes;
    return own;
  }

  past<T>(work: (version: number) => Promise<T>): Promise<T> {
    // Read the version first, so that no value read later is older than that version.
    return this.transactions.snapshot(async () => work(await this.changes.version()));
  }

  async answer<T>(
    work: (version: number, isLoaded: boolean) => Promise<T>,
    proved?: number,
    { replica = false }: AnswerOptions = {},
  ): Promise<T> {
    const outer = this.sessions.getStore();
    if (outer) return work(outer.version, outer.loads);
    if (this.transactions.isOpen) return this.past((version) => work(version, true));
    if (this.maxBytes === 0) {
      if (!replica) return this.past((version) => work(version, true));
      const replicaFrom = (): Promise<number> => waitedOut(() => this.changes.version());
      return this.transactions.snapshot(async () => work(await this.changes.version(), true), { replicaFrom });
    }
    if (proved === undefined || this.version === undefined || this.version < proved)
      await waitedOut(() => this.fresh());
    const version = this.version ?? 0;
    try {
      return await this.sessions.run({ version, loads: false, era: this.era }, () => work(version, false));
    } catch (error) {
      if (!(error instanceof NotCached)) throw error;
    }
    return this.loading(work, replica ? { replicaFrom: () => version } : {});
  }

  get isInside(): boolean {
    return this.transactions.isOpen;
  }

  async present(): Promise<number> {
    await waitedOut(() => this.fresh());
    return this.version ?? 0;
  }

  async awaitVersion(version: number, withinMs: number): Promise<void> {
    if (this.transactions.isOpen) return;
    // Leave time for the response, so that the client receives the refusal before the deadline passes.
    const until = performance.now() + Math.min(withinMs, patience(Infinity) / 2);
    while ((await this.present()) < version && performance.now() < until) await delay(POLL_MS);
  }

  session(): Session | undefined {
    return this.sessions.getStore();
  }

  sessionAt(version: number | undefined): Session | undefined {
    if (version === undefined || version !== this.version || this.transactions.isOpen) return undefined;
    return { version, loads: false, era: this.era };
  }

  kept({ version, era }: Session, keep: () => void): void {
    if (era !== this.era || version < this.journalFrom) return;
    keep();
    if (version === this.version) return;
    // Otherwise a slow load would restore a value that a write has just invalidated.
    const newer = this.journal.filter((change) => change.version > version);
    for (const cache of this.caches) cache.forget(newer);
  }

  /**
   * Runs `work` in a snapshot of the version that it reads. The values that it loads are cached if they are still
   * valid.
   */
  private loading<T>(work: (version: number, isLoaded: boolean) => Promise<T>, options: SnapshotOptions): Promise<T> {
    return this.transactions.snapshot(async () => {
      const version = await this.changes.version();
      await this.moveOn(version);
      return this.sessions.run({ version, loads: true, era: this.era }, () => work(version, true));
    }, options);
  }

  /**
   * Applies all changes up to the current version. Concurrent callers share a read that started after their calls. If
   * the database did not answer the previous read, they fail immediately, because another read would double their
   * wait.
   */
  private fresh(): Promise<void> {
    if (!this.running) return (this.coming ??= this.readForAll());
    this.next ??= this.running.then(
      () => this.read(),
      (error: unknown) => {
        if (!(error instanceof Unavailable)) return this.read();
        this.next = undefined;
        throw error;
      },
    );
    return this.next;
  }

  /** For all requests that have arrived: SQLite answers at once, so that each would read alone. */
  private async readForAll(): Promise<void> {
    await yieldToEventLoop();
    this.coming = undefined;
    return this.read();
  }

  private read(): Promise<void> {
    this.next = undefined;
    const reading = this.current().finally(() => {
      if (this.running === reading) this.running = undefined;
    });
    this.running = reading;
    return reading;
  }

  private async current(): Promise<void> {
    const seen = this.version;
    const version = await this.changes.version();
    if (seen !== undefined && version < seen) this.startOver(version);
    else await this.moveOn(version);
  }

  /** Reads the change-log entries up to a newer version and drops the values that they name. */
  private async moveOn(version: number): Promise<void> {
    for (;;) {
      const [from, era] = [this.version, this.era];
      if (from === undefined) this.startOver(version);
      if (from === undefined || version <= from) return;
      const entries = await this.entriesAfter(from);
      // The cache was cleared in the meantime, and with it the version to continue from.
      if (era !== this.era) continue;
      const last = entries?.at(-1)?.version ?? 0;
      if (entries && last >= version) this.apply(entries, last);
      else this.startOver(Math.max(version, this.version ?? 0));
      return;
    }
  }

  private async entriesAfter(version: number): Promise<readonly LoggedChange[] | undefined> {
    try {
      return await this.changes.since(version, ENTRIES_READ_MAX);
    } catch (error) {
      if (error instanceof HistoryExpired) return undefined;
      throw error;
    }
  }

  private apply(entries: readonly LoggedChange[], last: number): void {
    // Another request may have applied some of them in the meantime.
    const news = entries.filter(({ version }) => version > (this.version ?? 0));
    // A group of a bulk call writes a thousand entries with the same scope, which most caches ignore.
    for (const [scope, some] of grouped(news, (change) => change.scope))
      for (const cache of this.caches) if (cache.concerns(scope)) cache.forget(some);
    this.known = Math.max(last, this.version ?? 0);
    for (const change of news) this.journal.push(change);
    if (this.journal.length <= JOURNAL_MAX) return;
    const cut = this.journal.splice(0, this.journal.length - JOURNAL_MAX / 2);
    this.journalFrom = cut.at(-1)?.version ?? this.journalFrom;
  }

  /** Evicts everything. With undefined, the current version is unknown. */
  private startOver(version: number | undefined): void {
    for (const cache of this.caches) cache.clear();
    this.era += 1;
    this.known = version;
    this.journal = [];
    this.journalFrom = version ?? 0;
  }
}
