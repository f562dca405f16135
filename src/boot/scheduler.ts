import { setTimeout as delay } from 'node:timers/promises';
import { Deadline, inOperation, Semaphore, withDeadline } from '../../libs/kernel/index.js';
import {
  type FindService,
  HOUR_MS,
  type Schedule,
  type ScheduleRun,
  type SharedLease,
} from '../../libs/manifest/index.js';

/**
 * Duration in milliseconds of the lease of the process that runs a `cluster` schedule. When it expires, another
 * process takes over.
 */
const LEASE_MS = 20_000;
/** Minimum and maximum pause in milliseconds after a failure, and for a process without the lease. */
const WAITING_MS = 5_000;
const WAITING_MAX_MS = 60_000;
/** Time limit at shutdown in milliseconds, because hourly work has no deadline of its own. */
const LAST_WORK_MS = 5_000;

/** A schedule with the settings of its module, and the log for its failures. */
export interface BoundSchedule extends Omit<Schedule, 'run'> {
  run(run: ScheduleRun): Promise<void>;
  warn(error: unknown): void;
}

interface SchedulerParts {
  readonly find: FindService;
  /** Whether the schema is up to date; hourly work waits for that. */
  isReady(): Promise<boolean>;
  leaseOf(name: string): SharedLease;
}

/** A schedule in this process. Its runs follow one another until it is stopped. */
class RunningSchedule implements ScheduleRun {
  isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly going = new Set<Promise<void>>();
  private readonly lease: SharedLease | undefined;
  private readonly leaseMs: number;
  private heldUntil = 0;
  private hasFailed = false;

  constructor(
    private readonly schedule: BoundSchedule,
    private readonly parts: SchedulerParts,
    /** Runs hourly schedules one at a time. */
    private readonly lane: Semaphore,
  ) {
    const { name, once, every } = schedule;
    if (once === 'cluster') this.lease = schedule.lease?.(parts.find) ?? parts.leaseOf(name);
    this.leaseMs = Math.max(LEASE_MS, every);
  }

  get find(): FindService {
    return this.parts.find;
  }

  get isHourly(): boolean {
    return this.schedule.every >= HOUR_MS;
  }

  start(): void {
    this.next(this.isHourly ? 0 : this.schedule.every);
  }

  /** Waits for the current run and its background work. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await this.running;
    await Promise.all(this.going);
    // With a long interval, the lease is not released: the next run of any process is due when it expires.
    if (this.heldUntil > 0 && this.leaseMs === LEASE_MS) await this.lease?.release().catch(() => undefined);
  }

  /** Runs once; returns the pause until the next run. */
  async once(): Promise<number> {
    const { every } = this.schedule;
    try {
      const isMine = this.isHourly ? await this.lane.run(() => this.attempt()) : await this.attempt();
      this.hasFailed = false;
      return isMine ? every : Math.min(Math.max(every, WAITING_MS), WAITING_MAX_MS);
    } catch (error) {
      this.failed(error);
      return Math.max(every, WAITING_MS);
    }
  }

  withinLimit<T>(work: () => Promise<T>): Promise<T> {
    const { name, limitMs } = this.schedule;
    if (this.isHourly) return inOperation('housekeeping', work);
    const done = limitMs === undefined ? work : () => withDeadline(new Deadline('write', limitMs), work);
    return inOperation(name, done, { interface: 'system' });
  }

  async hasLeaseFor(ms: number): Promise<boolean> {
    return !this.lease || performance.now() + ms < this.heldUntil || this.acquire(this.lease);
  }

  async inBackground(work: Promise<void>): Promise<void> {
    const going = work.catch((error: unknown) => this.failed(error));
    this.going.add(going);
    await going;
    this.going.delete(going);
  }

  private next(ms: number): void {
    if (this.isStopping) return;
    this.timer = setTimeout(() => {
      this.running = this.once().then((pause) => this.next(pause));
    }, ms).unref();
  }

  /** Returns false if another process has the lease. */
  private async attempt(): Promise<boolean> {
    const { isNeeded } = this.schedule;
    if (this.isHourly && !(await this.parts.isReady())) return true;
    if (isNeeded && !(await this.withinLimit(() => isNeeded(this.find)))) return true;
    if (this.lease && !(await this.acquire(this.lease))) return false;
    await this.withinLimit(() => this.schedule.run(this));
    return true;
  }

  private async acquire(lease: SharedLease): Promise<boolean> {
    const startedAt = performance.now();
    const isHeld = await this.withinLimit(() => lease.acquire(this.leaseMs));
    this.heldUntil = isHeld ? startedAt + this.leaseMs : 0;
    return isHeld;
  }

  /**
   * Logs only the first of consecutive failures, because an unreachable database is reported elsewhere. Hourly
   * failures are always logged.
   */
  private failed(error: unknown): void {
    if (this.isHourly || !this.hasFailed) this.schedule.warn(error);
    this.hasFailed = true;
  }
}

/** Runs the schedules of a server. */
export class Scheduler {
  private readonly all: readonly RunningSchedule[];

  constructor(schedules: readonly BoundSchedule[], parts: SchedulerParts) {
    const lane = new Semaphore({ atOnce: 1 });
    this.all = schedules.map((schedule) => new RunningSchedule(schedule, parts, lane));
  }

  start(): void {
    for (const schedule of this.all) schedule.start();
  }

  /** Runs all hourly schedules now, after those already running. */
  async runHourly(): Promise<void> {
    for (const schedule of this.all) if (schedule.isHourly) await schedule.once();
  }

  /** Waits for current runs; for hourly ones at most `patienceMs`, because a hanging database may block them. */
  async stop(patienceMs = LAST_WORK_MS): Promise<void> {
    const waited = new AbortController();
    const patience = delay(patienceMs, undefined, waited).catch(() => undefined);
    await Promise.all(
      this.all.map((schedule) => (schedule.isHourly ? Promise.race([schedule.stop(), patience]) : schedule.stop())),
    );
    waited.abort();
  }
}
