import type { Logger } from 'pino';
import { type Database, losesCommits } from '../../libs/database/index.js';
import type { Check } from './health.js';

/** In milliseconds; operators rarely change the setting. */
const VALID_MS = 60_000;

/** Reports a Galera node that may lose commits, in `/health/ready` and once in the log. */
export class CommitFlush {
  private found = false;
  private lookedAt = -VALID_MS;
  private isLogged = false;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** Empty if everything is fine or the state is unknown. Does not wait: a result found now is for the next call. */
  checks(): Readonly<Record<string, Check>> {
    void this.look();
    return this.found ? { flush_per_commit: () => Promise.resolve('missing') } : {};
  }

  async look(): Promise<void> {
    const now = performance.now();
    if (now - this.lookedAt < VALID_MS) return;
    this.lookedAt = now;
    // An unreachable database is reported by its own check.
    this.found = await losesCommits(this.database).catch(() => this.found);
    if (this.found && !this.isLogged) {
      this.logger.warn(
        'innodb_flush_log_at_trx_commit is not 1, so commits can be lost if several nodes of the Galera cluster crash in quick succession. Set it to 1 on every node',
      );
      this.isLogged = true;
    }
  }
}
