import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inOperation } from '../../libs/kernel/index.js';

/** Chores have no deadline (operations.md, "Deadlines"), but a server that stops has. */
const LAST_CHORE_MS = 5_000;

export interface Chore {
  /** For the log, where it fails: `the change log could not be pruned`. */
  readonly failure: string;
  work(): Promise<void>;
}

/** Periodic chores of a server. They run at start and then at intervals, never two at once. */
export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> | undefined;

  constructor(
    private readonly chores: readonly Chore[],
    private readonly everyMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    void this.round();
    this.timer = setInterval(() => void this.round(), this.everyMs).unref();
  }

  /** Runs a round, or waits for the running one. A chore that fails is logged; the others still run. */
  round(): Promise<void> {
    this.current ??= this.all().finally(() => (this.current = undefined));
    return this.current;
  }

  /** Stops the rounds. Waits for the current one, unless a hanging database blocks it. */
  async stop(patienceMs = LAST_CHORE_MS): Promise<void> {
    clearInterval(this.timer);
    const waited = new AbortController();
    await Promise.race([this.current, delay(patienceMs, undefined, waited).catch(() => undefined)]);
    waited.abort();
  }

  private async all(): Promise<void> {
    for (const { failure, work } of this.chores) {
      try {
        await inOperation('housekeeping', work);
      } catch (error) {
        this.logger.warn({ err: error }, failure);
      }
    }
  }
}
