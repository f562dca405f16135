import { currentDeadline, Semaphore } from '../../kernel/index.js';
import type { Connection, Written } from '../connection.js';
import { ConnectionPool, type PoolUsage } from '../connection-pool.js';
import type { Bound } from '../sql.js';
import { measuredStatement } from '../statement.js';
import { ReadingProcess } from './reading-process.js';

/** An idle process uses about 75 MiB; starting one takes 50 ms. */
const IDLE_MS = 30_000;
/** One process for anonymous callers, whose searches run one at a time, and one for signed-in callers. */
const RESERVED_FOR_SEARCHES = 2;
/** Far more than the end of a read-only transaction needs. */
const ROLLBACK_MS = 1_000;

/** A slot for a process. The process starts on demand and exits after a period of inactivity. */
class ProcessSlot {
  private present: ReadingProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly idleMs: number,
  ) {}

  take(): ReadingProcess {
    clearTimeout(this.idle);
    if (!this.present || this.present.isOver) this.present = new ReadingProcess(this.file);
    return this.present;
  }

  giveBack(): void {
    this.idle = setTimeout(() => this.present?.kill(), this.idleMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.idle);
    await this.present?.close();
  }

  get running(): number {
    return this.present && !this.present.isOver ? 1 : 0;
  }
}

/** The time until the current request's deadline; undefined without one. */
const remaining = (): number | undefined => {
  const deadline = currentDeadline();
  deadline?.mustRemain();
  return deadline?.remainingMs;
};

/** A process lent to one snapshot. Concurrent statements run one after the other. */
class SnapshotConnection implements Connection {
  readonly hasLostTransaction = false;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly process: ReadingProcess) {}

  /** An error that broke the snapshot has also ended the process, so nothing is read from another state. */
  query(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    const result = this.last.then(() => measuredStatement(sql, () => this.process.read(sql, params, remaining())));
    this.last = result.catch(() => undefined);
    return result;
  }

  /**
   * Waits for the last statement, even if its result is no longer needed. If the process cannot end it in time, kills
   * the process.
   */
  async end(): Promise<void> {
    await this.last;
    if (this.process.isOver) return;
    await this.process.read('ROLLBACK', [], ROLLBACK_MS).catch(() => this.process.kill());
  }

  run(): Promise<Written> {
    return Promise.reject(new Error('a snapshot is read-only'));
  }

  savepoint(): Promise<void> {
    return this.run().then(() => undefined);
  }

  release(): Promise<void> {
    return this.savepoint();
  }

  rollbackTo(): Promise<void> {
    return this.savepoint();
  }
}

/**
 * Runs searches on an SQLite file outside of the event loop, in a few processes, each used by one search or snapshot
 * at a time. The most recently used process is chosen first, so that others become idle.
 */
export class ReadingProcesses {
  private readonly slots: readonly ProcessSlot[];
  private readonly pool: ConnectionPool<ProcessSlot>;
  /** Limits the processes used by snapshots, which may be slow; the rest is reserved for single searches. */
  private readonly snapshots: Semaphore;

  constructor(file: string, count: number, patienceMs: number, idleMs = IDLE_MS) {
    this.slots = Array.from({ length: count }, () => new ProcessSlot(file, idleMs));
    this.pool = new ConnectionPool('processes', this.slots, patienceMs);
    this.snapshots = new Semaphore({ atOnce: Math.max(1, count - RESERVED_FOR_SEARCHES), patienceMs });
  }

  get usage(): PoolUsage {
    return this.pool.usage;
  }

  get running(): number {
    return this.slots.reduce((sum, slot) => sum + slot.running, 0);
  }

  read(sql: string, params: readonly Bound[]): Promise<readonly object[]> {
    return this.lend((process) => measuredStatement(sql, () => process.read(sql, params, remaining())));
  }

  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.snapshots.run(() =>
      this.lend(async (process) => {
        await process.read('BEGIN', [], remaining());
        const connection = new SnapshotConnection(process);
        try {
          return await work(connection);
        } finally {
          await connection.end();
        }
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.slots.map((slot) => slot.close()));
  }

  private lend<T>(work: (process: ReadingProcess) => Promise<T>): Promise<T> {
    return this.pool.lend(async (slot) => {
      try {
        return await work(slot.take());
      } finally {
        slot.giveBack();
      }
    });
  }
}
