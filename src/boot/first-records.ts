import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from 'pino';
import { type Persistence, schemaState } from '../../libs/database/index.js';
import { failureOf } from './failure.js';
import type { CheckResult } from './health.js';
import type { Settings } from '../config/settings.js';

const LOOKS_AGAIN_MS = 1000;

/**
 * What a server puts into its schema before it is ready, as its rooms say. With
 * MIGRATE_AT_START=0 the schema may come later, from somebody else; then they are made as soon as it is there.
 */
export class FirstRecords {
  private made = false;
  private making: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private told = '';

  constructor(
    private readonly app: INestApplicationContext,
    private readonly persistence: Persistence,
    private readonly settings: Settings,
    private readonly logger: Logger,
  ) {}

  /** `failed` while the schema is behind, or what belongs into it can't be made; throws if the database can't be asked. */
  async state(): Promise<CheckResult> {
    const { pending, ahead } = await schemaState(this.persistence);
    if (pending.length > 0) return 'failed';
    await this.ensure();
    return ahead.length > 0 ? 'ahead' : 'ok';
  }

  /** Looks until they are made, whether or not anybody asks for health. */
  watch(): void {
    if (this.made) return;
    this.timer = setInterval(() => {
      void this.state()
        // The schema isn't there, or the database is away: health tells.
        .catch(() => undefined)
        .then(() => this.made && this.stop());
    }, LOOKS_AGAIN_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Throws what keeps one from being made, after it is logged. */
  async ensure(): Promise<void> {
    if (this.made) return;
    this.making ??= this.make().finally(() => (this.making = undefined));
    await this.making;
  }

  private async make(): Promise<void> {
    try {
      for (const { manifest } of this.settings.installedRooms) {
        const made = await manifest.firstRecords?.((token) => this.app.get(token), this.settings.of(manifest));
        if (made) this.logger.info(made);
      }
      this.made = true;
    } catch (error) {
      const { message } = failureOf(error);
      // Each second the same would fill the log.
      if (message !== this.told) this.logger.error(`creating the initial records failed: ${message}`);
      this.told = message;
      throw error;
    }
  }
}
