import { monitorEventLoopDelay } from 'node:perf_hooks';

type IntervalHistogram = ReturnType<typeof monitorEventLoopDelay>;

/** Lag in milliseconds above which the event loop is overloaded. */
const LAG_MS = 500;
/** Minimum duration in milliseconds, so that a single long task does not count. */
const FOR_MS = 5_000;
const LOOK_MS = 1_000;
const RESOLUTION_MS = 20;
const NS_PER_MS = 1_000_000;

/** Provides the longest event loop delay since the last check. */
type Longest = Pick<IntervalHistogram, 'max' | 'reset'>;

/**
 * Whether this process is overloaded: in each of the last five seconds, something waited more than 500 ms for the
 * event loop (wire.md, "8. Heavy calls").
 */
export class EventLoopLag {
  private since: number | undefined;
  private over = false;
  private timer: NodeJS.Timeout | undefined;
  private monitor: IntervalHistogram | undefined;

  get isOverloaded(): boolean {
    return this.over;
  }

  start(): void {
    const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    monitor.enable();
    this.monitor = monitor;
    this.timer = setInterval(() => this.look(monitor, performance.now()), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.monitor?.disable();
  }

  /** Records the lag since the last check. The longest task ended at most one check ago. */
  look(longest: Longest, now: number): void {
    const isSlow = longest.max / NS_PER_MS > LAG_MS;
    longest.reset();
    if (!isSlow) this.since = undefined;
    else this.since ??= now - LOOK_MS;
    this.over = this.since !== undefined && now - this.since >= FOR_MS;
  }
}
