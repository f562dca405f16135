import { type Clock, type SecurityEvents, type Transactions, Unavailable } from '../../../libs/kernel/index.js';
import { OPEN_STATES, type ScanState } from '../domain/scan.js';
import { BlobMissing, type BlobStore } from '../ports/blob-store.js';
import type { OpenBytes, ScanStates } from '../ports/scan-states.js';
import type { VirusScanner } from '../ports/virus-scanner.js';
import { SCANS, SCANS_PENDING } from './metrics.js';

/** How soon what was just stored is scanned. */
const LOOK_MS = 100;
/** How often it is looked whether any bytes are still open: of other processes, of a scanner that was away. */
const AGAIN_MS = 60_000;

interface ScanParts {
  readonly scanner: VirusScanner;
  readonly states: ScanStates;
  readonly store: BlobStore;
  readonly transactions: Transactions;
  readonly events: SecurityEvents;
  readonly clock: Clock;
  /** Told what went wrong otherwise than by the scanner. */
  readonly failed: (error: unknown) => void;
}

/** Has stored bytes scanned for viruses, one after the other, behind the requests that brought them (documents-files.md, "Viruses"). */
export class ScanFiles {
  private readonly asked = new Set<string>();
  private readonly timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private stopped = false;
  private lookedAt: number;

  /** `isServer`: a command leaves its files to the servers. */
  constructor(
    private readonly parts: ScanParts,
    isServer: boolean,
  ) {
    this.lookedAt = this.now();
    // Here and not with the first upload: what is scanned is in no request's transaction, nor within its deadline.
    if (isServer && parts.scanner.isThere) this.timer = setInterval(() => this.look(), LOOK_MS).unref();
  }

  get isScanning(): boolean {
    return this.parts.scanner.isThere;
  }

  /** What is said of bytes that come in. */
  get firstState(): ScanState {
    return this.isScanning ? 'pending' : 'not_scanned';
  }

  /** Has these bytes scanned next, once the transaction is stored that is open around this call. */
  soon(key: string, state: ScanState): void {
    if (!this.isScanning || !OPEN_STATES.includes(state)) return;
    this.parts.transactions.afterCommit(() => void this.asked.add(key));
  }

  /** Scans all that is open, until the scanner is away. One round at a time. */
  rescan(): Promise<void> {
    if (!this.isScanning) return Promise.resolve();
    this.lookedAt = this.now();
    return this.inTurn(() => this.all());
  }

  /** Says how many wait, for whoever looks. */
  async tellPending(): Promise<void> {
    SCANS_PENDING.set(this.isScanning ? await this.parts.states.pending() : 0);
  }

  /** Nest's hook, before the database is let go. */
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
    if (this.asked.size > 0) void this.inTurn(() => this.askedOnes());
    else if (this.now() - this.lookedAt >= AGAIN_MS) void this.rescan();
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
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

  /** False where the scanner is away: then it is for the others too, who wait for the next round. */
  private async scan(bytes: OpenBytes): Promise<boolean> {
    try {
      return await this.judge(bytes);
    } catch (error) {
      // Of one that can't be read the others know nothing, but a storage or database that is away is so for all.
      this.parts.failed(error);
      return !(error instanceof Unavailable);
    }
  }

  private async judge({ id, key, sha256 }: OpenBytes): Promise<boolean> {
    const { scanner, states, store, transactions, events } = this.parts;
    let content: AsyncIterable<Uint8Array>;
    try {
      content = await store.open(key);
    } catch (error) {
      // Deleted since.
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
