import type { Clock, SecurityEvents } from '../../../libs/kernel/index.js';
import { type Download, type EntryKey, entryKey, type EntrySum } from '../domain/download.js';
import type { DownloadEntries } from '../ports/download-entries.js';

/** Interval at which counts are written, in milliseconds. */
const GATHERED_MS = 1000;
/** Number of entries per transaction, which takes SQLite some milliseconds. */
const ADDED_AT_ONCE = 200;
/** Number of cached entries. Other entries are looked up in the database again. */
const KNOWN_MAX = 10_000;
const DAY_MS = 86_400_000;

/**
 * Logs every download of a customer or anonymous client before its first byte (documents.md, "The log of downloads").
 * The first download of an entry is stored before the response starts. Further downloads within the quarter of an hour
 * are counted in memory and added once per second, so that clients cannot make the database write at their own pace
 * (ADR 18).
 */
export class LogDownloads {
  private readonly known = new Set<EntryKey>();
  /** Entries whose first download is being stored. */
  private readonly beginning = new Map<EntryKey, Promise<boolean>>();
  private gathered = new Map<EntryKey, EntrySum>();
  private readonly timer: NodeJS.Timeout;
  private adding: Promise<void> = Promise.resolve();

  constructor(
    private readonly entries: DownloadEntries,
    private readonly clock: Clock,
    private readonly events: Pick<SecurityEvents, 'note'>,
  ) {
    // Started here instead of at the first download, so that the timer runs outside a request's transaction and
    // deadline.
    this.timer = setInterval(() => void this.settle(), GATHERED_MS).unref();
  }

  /** Resolves when the entry exists. Its count can follow later. */
  async note(download: Download): Promise<void> {
    const at = this.clock.now();
    const key = entryKey(download, at);
    const { bytes } = download;
    this.events.note('document_downloaded', { subject: `document:${download.documentId}` });
    if (!this.known.has(key)) {
      const others = this.beginning.get(key);
      if (!others) {
        if (await this.begin(download, key, at)) return;
      } else await others;
    }
    this.gather({ key, count: 1, bytes });
  }

  /** Writes the counts. Counts that cannot be written are kept for the next attempt. */
  async settle(): Promise<void> {
    this.adding = this.adding.then(() => this.addGathered());
    return this.adding;
  }

  /** Removes entries older than this number of days. */
  prune(days: number): Promise<void> {
    return this.entries.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
  }

  /** Called by Nest before the database connection closes. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.settle();
  }

  /** Returns true if this download created the entry, false if the entry existed. */
  private async begin(download: Download, key: EntryKey, at: Date): Promise<boolean> {
    const started = this.entries.begin({ ...download, key, at });
    this.beginning.set(key, started);
    try {
      const isOurs = await started;
      if (this.known.size >= KNOWN_MAX) this.known.clear();
      this.known.add(key);
      return isOurs;
    } finally {
      this.beginning.delete(key);
    }
  }

  private gather({ key, count, bytes }: EntrySum): void {
    const sum = this.gathered.get(key);
    this.gathered.set(key, { key, count: (sum?.count ?? 0) + count, bytes: (sum?.bytes ?? 0) + bytes });
  }

  private async addGathered(): Promise<void> {
    const sums = [...this.gathered.values()];
    if (sums.length === 0) return;
    this.gathered = new Map();
    for (let from = 0; from < sums.length; from += ADDED_AT_ONCE) {
      const part = sums.slice(from, from + ADDED_AT_ONCE);
      try {
        await this.entries.add(part);
      } catch {
        for (const sum of part) this.gather(sum);
      }
    }
  }
}
