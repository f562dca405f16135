import { type Clock, type SecurityEvents, type Transactions, Unavailable } from '../../../libs/kernel/index.js';
import { OPEN_STATES, type ScanState } from '../domain/scan.js';
import { BlobMissing, type BlobStore } from '../ports/blob-store.js';
import type { VirusScanner, UnscannedFile, ScanStates } from '../ports/virus-scanner.js';
import { SCANS, SCANS_PENDING } from './metrics.js';

/** Delay of the scan after an upload, in milliseconds. */
const LOOK_MS = 100;
/** Interval for scanning files that other processes or an unavailable scanner left unscanned, in milliseconds. */
const AGAIN_MS = 60_000;

interface ScanParts {
  readonly scanner: VirusScanner;
  readonly states: ScanStates;
  readonly store: BlobStore;
  readonly transactions: Transactions;
  readonly events: SecurityEvents;
  readonly clock: Clock;
  /** Called with errors other than those of the scanner. */
  readonly failed: (error: unknown) => void;
}

/** Scans stored files for viruses, one at a time and outside of the upload requests (documents-files.md, "Viruses"). */
export class ScanFiles {
  private readonly asked = new Set<string>();
  private readonly timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private stopped = false;
  private lookedAt: number;

  /** `isServer` is false for commands. Servers scan the files of commands. */
  constructor(
    private readonly parts: ScanParts,
    isServer: boolean,
  ) {
    this.lookedAt = this.now();
    // Started here instead of at the first upload, so that the timer runs outside a request's transaction and deadline.
    if (isServer && parts.scanner.isThere) this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  get isScanning(): boolean {
    return this.parts.scanner.isThere;
  }

  /** Scan state of new files. */
  get firstState(): ScanState {
    return this.isScanning ? 'pending' : 'not_scanned';
  }

  /** Scans these bytes next, after the commit of the surrounding transaction. */
  soon(key: string, state: ScanState): void {
    if (!this.isScanning || !OPEN_STATES.includes(state)) return;
    this.parts.transactions.afterCommit(() => void this.asked.add(key));
  }

  /** Scans all files without a final result, until the scanner is unavailable. Scans do not overlap. */
  rescan(): Promise<void> {
    if (!this.isScanning) return Promise.resolve();
    this.lookedAt = this.now();
    return this.oneAtATime(() => this.all());
  }

  async tellPending(): Promise<void> {
    SCANS_PENDING.set(this.isScanning ? await this.parts.states.pending() : 0);
  }

  /** Called by Nest before the database connection closes. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.parts.scanner.stop();
    await this.working;
  }

  private now(): number {
    return this.parts.clock.now().getTime();
  }

  private look(): void {
    if (this.working) return;
    if (this.asked.size > 0) void this.oneAtATime(() => this.askedOnes());
    else if (this.now() - this.lookedAt >= AGAIN_MS) void this.rescan();
  }

  private oneAtATime(work: () => Promise<void>): Promise<void> {
    const before = this.working ?? Promise.resolve();
    const mine = before.then(work).catch((error: unknown) => this.parts.failed(error));
    const working = mine.finally(() => {
      if (this.working === working) this.working = undefined;
    });
    this.working = working;
    return working;
  }

  private async askedOnes(): Promise<void> {
    for (const key of this.asked) {
      this.asked.delete(key);
      const bytes = await this.parts.states.openOf(key);
      if (bytes && !(await this.scan(bytes))) return;
    }
  }

  private async all(): Promise<void> {
    for (let after = 0; !this.stopped;) {
      const some = await this.parts.states.open(after);
      if (some.length === 0) return;
      for (const bytes of some) {
        if (this.stopped || !(await this.scan(bytes))) return;
        after = bytes.id;
      }
    }
  }

  /** Returns false if the scanner, storage or database is unavailable, which stops the rescan. */
  private async scan(bytes: UnscannedFile): Promise<boolean> {
    try {
      return await this.check(bytes);
    } catch (error) {
      // Unreadable bytes do not affect other files. An unavailable storage or database does.
      this.parts.failed(error);
      return !(error instanceof Unavailable);
    }
  }

  private async check({ id, key, sha256 }: UnscannedFile): Promise<boolean> {
    const { scanner, states, store, transactions, events } = this.parts;
    let content: AsyncIterable<Uint8Array>;
    try {
      content = await store.open(key);
    } catch (error) {
      // The bytes were deleted in the meantime.
      if (error instanceof BlobMissing) return true;
      throw error;
    }
    const verdict = await scanner.scan(content);
    SCANS.add(1, verdict.state);
    const isNews = await transactions.write(() => states.settle(id, verdict));
    if (isNews && verdict.state === 'infected') events.note('file_infected', { sha256, found: verdict.found });
    if (verdict.state !== 'scanner_away') return true;
    this.asked.clear();
    return false;
  }
}
