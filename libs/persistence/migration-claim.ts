import { randomUUID } from 'node:crypto';
import { type Connections, delay } from './connection.js';

/** A claim whose owner died ends so long after its last renewal. */
const LASTS_MS = 30_000;
const RENEWED_MS = 5_000;
const ASKED_AGAIN_MS = 100;

/**
 * Who may migrate: one row, renewed while it is held. Not a row lock: that would end at the first DDL statement. The time
 * is the database's, so the clocks of the processes don't matter.
 */
export class MigrationClaim {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly connections: Connections,
    private readonly owner: string,
  ) {
    // A failed renewal shows at the next step, which asks whether the claim still holds.
    this.timer = setInterval(() => void this.renew().catch(() => undefined), RENEWED_MS);
    this.timer.unref();
  }

  /** Waits while another process holds it. */
  static async take(connections: Connections, lastsMs = LASTS_MS): Promise<MigrationClaim> {
    const owner = randomUUID();
    const now = connections.dialect.nowMs;
    const claim =
      `UPDATE migration_claim SET owner = ?, expires_at = ${now} + ? ` +
      `WHERE id = 1 AND (owner IS NULL OR expires_at < ${now})`;
    for (;;) {
      const { affected } = await connections.write((connection) => connection.run(claim, [owner, lastsMs]));
      if (affected === 1) return new MigrationClaim(connections, owner);
      await delay(ASKED_AGAIN_MS);
    }
  }

  /** Throws if somebody else has taken it, because this process was away for too long. */
  async mustHold(): Promise<void> {
    if (!(await this.renew())) throw new Error('another process has taken over the migration');
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.connections.write((connection) =>
      connection.run('UPDATE migration_claim SET owner = NULL WHERE id = 1 AND owner = ?', [this.owner]),
    );
  }

  private async renew(): Promise<boolean> {
    const renewal = `UPDATE migration_claim SET expires_at = ${this.connections.dialect.nowMs} + ? WHERE id = 1 AND owner = ?`;
    const { affected } = await this.connections.write((connection) => connection.run(renewal, [LASTS_MS, this.owner]));
    return affected === 1;
  }
}
