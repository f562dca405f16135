import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { patience, tidyingUp, Unavailable } from '../kernel/index.js';
import type { Connections, LendingOptions, Written } from './connection.js';
import { patiently } from './repeats.js';
import type { Bound } from './sql.js';

/**
 * If the owner of a lock dies, the lock expires this long after its last renewal; a lock on the versions expires this
 * long after its start.
 */
const LASTS_MS = 6_000;
const RENEWED_MS = 1_500;
const HOLDS_MS = 3_000;
/** Longest wait for the lock. */
const WAIT_MAX_MS = 25_000;
const POLL_MS = 50;

/**
 * The lock for transactions with many changes, on servers with several writers. On a cluster, such a transaction fails
 * at its commit if any other node has incremented the version in the meantime, which busy writers always do. Therefore
 * one row holds a lease, by the database's clock. Just before its last step, the owner locks the version row in a
 * separate transaction. Other writers then wait, and those that have not seen the lock yet fail on that row (bulk.md,
 * "All or nothing on a cluster").
 */
export class WriteLock {
  private readonly owner = randomUUID();

  constructor(private readonly connections: Connections) {}

  /** Runs `work` with the lock. Throws `Unavailable` if acquiring it takes too long. */
  async taken<T>(work: () => Promise<T>): Promise<T> {
    await this.take();
    const timer = setInterval(() => void this.renewed().catch(() => undefined), RENEWED_MS);
    timer.unref();
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await this.givenBack('UPDATE write_turn SET owner = NULL WHERE id = 1 AND owner = ?');
    }
  }

  /**
   * Prevents other processes from incrementing the version for the next seconds. The statement that increments it also
   * releases the lock.
   */
  async holdVersions(): Promise<void> {
    const { nowMs } = this.connections.dialect;
    const hold =
      `UPDATE change_version SET held_by = ?, held_until = ${nowMs} + ${HOLDS_MS} ` +
      `WHERE id = 1 AND (held_until IS NULL OR held_until < ${nowMs} OR held_by = ?)`;
    // A killed process may still hold the lock.
    while ((await this.written(hold, [this.owner, this.owner], { ownConnection: true })).affected === 0)
      await delay(POLL_MS);
  }

  /** Releases the version lock after a rollback. */
  async giveBackVersions(): Promise<void> {
    await this.givenBack('UPDATE change_version SET held_until = NULL WHERE id = 1 AND held_by = ?');
  }

  private async take(): Promise<void> {
    const { nowMs } = this.connections.dialect;
    const until = performance.now() + patience(WAIT_MAX_MS);
    const claim =
      `UPDATE write_turn SET owner = ?, expires_at = ${nowMs} + ${LASTS_MS} ` +
      `WHERE id = 1 AND (owner IS NULL OR owner = ? OR expires_at < ${nowMs})`;
    while ((await this.written(claim, [this.owner, this.owner])).affected === 0) {
      if (performance.now() > until) throw new Unavailable(1);
      await delay(POLL_MS * (0.5 + Math.random()));
    }
  }

  private async renewed(): Promise<void> {
    const { nowMs } = this.connections.dialect;
    await this.written(
      `UPDATE write_turn SET expires_at = ${nowMs} + ${LASTS_MS} WHERE id = 1 AND owner = ?`,
      [this.owner],
      { ownConnection: true },
    );
  }

  /** If this fails, the lock expires on its own. */
  private async givenBack(sql: string): Promise<void> {
    await tidyingUp(() => this.written(sql, [this.owner], { ownConnection: true })).catch(() => undefined);
  }

  private written(sql: string, params: readonly Bound[], options?: LendingOptions): Promise<Written> {
    return patiently(() => this.connections.write((connection) => connection.run(sql, params), options));
  }
}

/**
 * Increments the version unless another process holds the lock. If the owner increments it, this also releases the
 * lock.
 */
export const raiseVersion = (nowMs: string): string =>
  'UPDATE change_version SET version = LAST_INSERT_ID(version + 1) ' +
  `WHERE id = 1 AND (held_until IS NULL OR held_until < ${nowMs})`;

export const RAISE_HELD_VERSION =
  'UPDATE change_version SET version = LAST_INSERT_ID(version + 1), held_until = NULL WHERE id = 1';
