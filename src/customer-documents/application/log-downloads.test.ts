import type { Download, EntrySum } from '../domain/download.js';
import { DownloadEntries, type NewEntry } from '../ports/download-entries.js';
import { LogDownloads } from './log-downloads.js';

/** Entries in memory. Results are asynchronous, like those of a database. */
class MemoryEntries extends DownloadEntries {
  readonly stored = new Map<string, { count: number; bytes: number }>();
  started = 0;
  added = 0;
  fails = false;
  /** Number of additions that succeed before all further ones fail. */
  failsBehind: number | undefined;

  async begin({ key, bytes }: NewEntry): Promise<boolean> {
    this.started += 1;
    await Promise.resolve();
    if (this.fails) throw new Error('no room');
    if (this.stored.has(key)) return false;
    this.stored.set(key, { count: 1, bytes });
    return true;
  }

  async add(sums: readonly EntrySum[]): Promise<void> {
    await Promise.resolve();
    if (this.fails || this.added === this.failsBehind) throw new Error('no room');
    if (sums.length > 300) throw new Error('too much for one transaction');
    this.added += 1;
    for (const { key, count, bytes } of sums) {
      const entry = this.stored.get(key);
      if (entry) this.stored.set(key, { count: entry.count + count, bytes: entry.bytes + bytes });
    }
  }

  removeBefore(): Promise<void> {
    throw new Error('not asked');
  }

  get sums() {
    return [...this.stored.values()];
  }
}

const taken: Download = { documentId: 7, via: 'public', customerId: null, address: '203.0.113.7', bytes: 1 };
const logs: LogDownloads[] = [];
const logOver = (entries: DownloadEntries, clock = { now: () => new Date('2026-06-15T10:00:00Z') }) => {
  const log = new LogDownloads(entries, clock, { note: () => undefined });
  logs.push(log);
  return log;
};
afterEach(async () => {
  for (const log of logs.splice(0)) await log.onModuleDestroy();
});

describe('the download log', () => {
  it('counts each download once, even if some writes fail', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    const many = Array.from({ length: 500 }, (_, documentId) => ({ ...taken, documentId }));
    for (const one of [...many, ...many]) await log.note(one);
    entries.failsBehind = 1;
    await log.settle();
    entries.failsBehind = undefined;
    await log.settle();
    expect(entries.sums).toEqual(many.map(() => ({ count: 2, bytes: 2 })));
  });

  it('stores one entry before it lets concurrent downloads start', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    await Promise.all(Array.from({ length: 100 }, () => log.note(taken)));
    expect([entries.started, entries.added, entries.sums]).toEqual([1, 0, [{ count: 1, bytes: 1 }]]);
    await log.settle();
    expect(entries.sums).toEqual([{ count: 100, bytes: 100 }]);
  });

  it('adds up further downloads in memory and writes them once', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    for (let asked = 0; asked < 5000; asked += 1) await log.note(taken);
    expect([entries.started, entries.added]).toEqual([1, 0]);
    await log.settle();
    await log.settle();
    expect([entries.started, entries.added, entries.sums]).toEqual([1, 1, [{ count: 5000, bytes: 5000 }]]);
  });

  it('caches at most 10,000 entries and looks up the others again', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    for (let documentId = 0; documentId <= 10_000; documentId += 1) await log.note({ ...taken, documentId });
    expect(entries.started).toBe(10_001);
    await log.note({ ...taken, documentId: 0 });
    expect(entries.started).toBe(10_002);
    await log.settle();
    expect(entries.sums[0]).toEqual({ count: 2, bytes: 2 });
  });

  it('adds to an entry that another process created', async () => {
    const entries = new MemoryEntries();
    const [one, other] = [logOver(entries), logOver(entries)];
    await Promise.all([one.note(taken), other.note(taken), other.note(taken)]);
    await Promise.all([one.settle(), other.settle()]);
    expect(entries.sums).toEqual([{ count: 3, bytes: 3 }]);
  });

  it('refuses a download that cannot be logged and tries again next time', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    entries.fails = true;
    const refused = await Promise.allSettled([log.note(taken), log.note(taken)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    entries.fails = false;
    await log.note(taken);
    await log.settle();
    expect(entries.sums).toEqual([{ count: 1, bytes: 1 }]);
  });

  it('keeps counts that it could not write', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    await log.note(taken);
    await log.note(taken);
    entries.fails = true;
    await log.settle();
    entries.fails = false;
    await log.note(taken);
    await log.settle();
    expect(entries.sums).toEqual([{ count: 3, bytes: 3 }]);
  });

  it('writes periodically and when the process stops', async () => {
    const entries = new MemoryEntries();
    const log = logOver(entries);
    for (let asked = 0; asked < 2; asked += 1) await log.note(taken);
    while (entries.added === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(entries.sums).toEqual([{ count: 2, bytes: 2 }]);
    await log.note(taken);
    await log.onModuleDestroy();
    expect(entries.sums).toEqual([{ count: 3, bytes: 3 }]);
  });

  it('starts a new entry every quarter of an hour', async () => {
    const entries = new MemoryEntries();
    let now = new Date('2026-06-15T10:14:59Z');
    const log = logOver(entries, { now: () => now });
    await log.note(taken);
    now = new Date('2026-06-15T10:15:00Z');
    await log.note(taken);
    expect(entries.sums).toHaveLength(2);
  });
});
