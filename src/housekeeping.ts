import type { Logger } from 'pino';

export interface Chore {
  /** For the log, where it fails: `the change log could not be pruned`. */
  readonly failure: string;
  work(): Promise<void>;
}

/** What a server does beside answering: chores in rounds, at the start and then every so often; never two at once. */
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

  /** A round of its own, or the one that is under way. A chore that fails is logged; the others are done. */
  round(): Promise<void> {
    this.current ??= this.all().finally(() => (this.current = undefined));
    return this.current;
  }

  /** No more rounds; the one under way is finished. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.current;
  }

  private async all(): Promise<void> {
    for (const { failure, work } of this.chores) {
      try {
        await work();
      } catch (error) {
        this.logger.warn({ err: error }, failure);
      }
    }
  }
}
