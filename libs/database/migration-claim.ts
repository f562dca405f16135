import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connections, Written } from './connection.js';
import { patiently } from './repeats.js';
import type { Bound } from './sql.js';

/** If the owner dies, its claim expires this long after the last renewal. */
const LASTS_MS = 30_000;
const RENEWED_MS = 5_000;
const POLL_MS = 100;

interface TakeOptions {
  readonly lastsMs?: number;
  readonly onWaiting?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one statement that writes. It is retried like a transaction, because processes on all nodes compete for the
 * row.
 */
const written = (connections: Connections, sql: string, params: readonly Bound[]): Promise<Written> =>
  patiently(() => connections.write((connection) => connection.run(sql, params)));

/**
 * The claim of the process that migrates: a row that it renews. A row lock would end at the first DDL statement. Time
 * is measured by the database, so the clocks of the processes do not matter.
 */
export class MigrationClaim {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly connections: Connections,
    private readonly owner: string,
  ) {
    // If a renewal fails, the next step notices, because it checks the claim.
    this.timer = setInterval(() => void this.renew().catch(() => undefined), RENEWED_MS);
    this.timer.unref();
  }

  /**
   * Acquires the claim. While another process holds it, waits and calls `onWaiting` once. If the signal is aborted,
   * throws its reason.
   */
  static async take(connections: Connections, options: TakeOptions = {}): Promise<MigrationClaim> {
    const { lastsMs = LASTS_MS, onWaiting, signal } = options;
    const owner = randomUUID();
    const now = connections.dialect.nowMs;
    const claim =
      `UPDATE migration_claim SET owner = ?, expires_at = ${now} + ? ` +
      // `owner = ?` matches this process's own claim, if it was stored but the response was lost.
      `WHERE id = 1 AND (owner IS NULL OR owner = ? OR expires_at < ${now})`;
    for (let asked = 0; ; asked += 1) {
      const { affected } = await written(connections, claim, [owner, lastsMs, owner]);
      if (affected === 1) return new MigrationClaim(connections, owner);
      if (asked === 0) onWaiting?.();
      await delay(POLL_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Throws if another process has taken the claim because this one was paused for too long. */
  async mustHold(): Promise<void> {
    if (!(await this.renew())) throw new Error('another process has taken over the migration');
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await written(this.connections, 'UPDATE migration_claim SET owner = NULL WHERE id = 1 AND owner = ?', [this.owner]);
  }

  private async renew(): Promise<boolean> {
    const renewal = `UPDATE migration_claim SET expires_at = ${this.connections.dialect.nowMs} + ? WHERE id = 1 AND owner = ?`;
    const { affected } = await written(this.connections, renewal, [LASTS_MS, this.owner]);
    return affected === 1;
  }
}
