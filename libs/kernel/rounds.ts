import { Deadline } from './deadline.js';
import { inOperation } from './operation.js';
import { withDeadline } from './request-context.js';

interface RoundsOf {
  /** The operation under which the audit trail and traces know it. */
  readonly name: string;
  /** Timeout of one task in milliseconds: a hanging database must not block the connections of requests. */
  readonly limitMs: number;
  /** The pause before the first round, and behind one that failed, in milliseconds. */
  readonly firstMs: number;
  readonly failedMs: number;
  /** Runs one round; returns the pause before the next one in milliseconds. */
  round(): Promise<number>;
  /** Called once for consecutive failures: an unreachable database is reported elsewhere. */
  failed(error: unknown): void;
}

/** Work that a server does again and again while it runs, one round behind the other; what fails is tried again. */
export class Rounds {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private hasFailed = false;
  isOver = false;

  constructor(private readonly of: RoundsOf) {}

  start(): void {
    this.next(this.of.firstMs);
  }

  /** Ends after the current round. */
  async stop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Does a piece of the work, within its limit. */
  limited<T>(work: () => Promise<T>): Promise<T> {
    const { name, limitMs } = this.of;
    return inOperation(name, () => withDeadline(new Deadline('write', limitMs), work), { interface: 'system' });
  }

  /** Reports a failure if the previous round succeeded. */
  tell(error: unknown): void {
    if (!this.hasFailed) this.of.failed(error);
    this.hasFailed = true;
  }

  private next(ms: number): void {
    if (this.isOver) return;
    this.timer = setTimeout(() => {
      this.running = this.once();
    }, ms).unref();
  }

  private async once(): Promise<void> {
    let pause = this.of.failedMs;
    try {
      pause = await this.of.round();
      this.hasFailed = false;
    } catch (error) {
      this.tell(error);
    }
    this.next(pause);
  }
}
