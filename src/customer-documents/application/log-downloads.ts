import type { Clock, SecurityEvents } from '../../../libs/kernel/index.js';
import { type Download, type EntryKey, entryKey, type EntrySum } from '../domain/download.js';
import type { DownloadEntries } from '../ports/download-entries.js';

/** What is gathered of an entry before it is added to it. */
const GATHERED_MS = 1000;
/** What one transaction adds: some milliseconds of the embedded database's one writer. */
const ADDED_AT_ONCE = 200;
/** So many entries are known to be there; more are asked of the database again. */
const KNOWN_MAX = 10_000;
const DAY_MS = 86_400_000;

/**
 * Logs every download by a customer or by anybody before its first byte: what isn't logged isn't given (documents.md,
 * "The log of downloads"). The first of an entry is stored before the answer begins; what follows in the same quarter of
 * an hour is gathered here and added to it once a second, so that nobody can write the log at the speed at which they
 * ask (ADR 18).
 */
export class LogDownloads {
  private readonly known = new Set<EntryKey>();
  /** Entries that are being stored, by their first download. */
  private readonly beginning = new Map<EntryKey, Promise<boolean>>();
  private gathered = new Map<EntryKey, EntrySum>();
  private readonly timer: NodeJS.Timeout;
  private adding: Promise<void> = Promise.resolve();

  constructor(
    private readonly entries: DownloadEntries,
    private readonly clock: Clock,
    private readonly events: Pick<SecurityEvents, 'note'>,
  ) {
    // Here and not with the first download: what is added is in no request's transaction, nor within its deadline.
    this.timer = setInterval(() => void this.settle(), GATHERED_MS).unref();
  }

  /** Through when an entry of this download is stored; its count may follow. */
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

  /** Adds what is gathered; what can't be added stays for the next time. */
  async settle(): Promise<void> {
    this.adding = this.adding.then(() => this.addGathered());
    return this.adding;
  }

  /** Removes what is older than so many days. */
  prune(days: number): Promise<void> {
    return this.entries.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
  }

  /** Nest's hook, before the database is let go. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.settle();
  }

  /** Answers whether the entry is of this download; else somebody else has begun it. */
  private async begin(download: Download, key: EntryKey, at: Date): Promise<boolean> {
    const begun = this.entries.begin({ ...download, key, at });
    this.beginning.set(key, begun);
    try {
      const isOurs = await begun;
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
