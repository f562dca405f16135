import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Persistence, schemaState } from '../../libs/database/index.js';
import { failureOf } from './failure.js';
import type { CheckResult } from './health.js';
import type { Settings } from '../config/settings.js';

const LOOKS_AGAIN_MS = 1000;

/**
 * Creates the initial records of the modules before the server is ready. With MIGRATE_AT_START=0 another process may
 * migrate the schema later; they are created after that.
 */
export class FirstRecords {
  private made = false;
  private making: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private reported = '';

  constructor(
    private readonly app: INestApplicationContext,
    private readonly persistence: Persistence,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  /**
   * `failed` while the schema is out of date or initial records are missing. Throws if the database is unreachable.
   */
  async state(): Promise<CheckResult> {
    const { pending, ahead } = await schemaState(this.persistence);
    if (pending.length > 0) return 'failed';
    await this.ensure();
    return ahead.length > 0 ? 'ahead' : 'ok';
  }

  /** Retries until the records exist, even without health checks. */
  watch(): void {
    if (this.made) return;
    this.timer = setInterval(() => {
      void this.state()
        // The schema is missing or the database is unreachable; the health check reports that.
        .catch(() => undefined)
        .then(() => this.made && this.stop());
    }, LOOKS_AGAIN_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Creates the records, or logs and throws the reason why that failed. */
  async ensure(): Promise<void> {
    if (this.made) return;
    this.making ??= this.make().finally(() => (this.making = undefined));
    await this.making;
  }

  private async make(): Promise<void> {
    try {
      for (const { manifest } of this.settings.installedRooms) {
        const made = await manifest.firstRecords?.((token) => this.app.get(token), this.settings.ofModule(manifest));
        if (made) this.logger.info(made);
      }
      this.made = true;
    } catch (error) {
      const { message } = failureOf(error);
      // Repeating the same message every second would fill the log.
      if (message !== this.reported) this.logger.error(`the initial records could not be created: ${message}`);
      this.reported = message;
      throw error;
    }
  }
}
