import type { ServiceToken } from '../operations/index.js';

/** Finds a provider of the module that the manifest belongs to. */
export type FindService = <T>(token: ServiceToken<T>) => T;

export const HOUR_MS = 3_600_000;

/** A lease that at most one process holds at a time. It expires unless it is renewed. */
export interface SharedLease {
  /** Acquires or renews the lease for `ms` milliseconds. Returns whether this process holds it. */
  acquire(ms: number): Promise<boolean>;
  /** Releases the lease, so that another process can acquire it. */
  release(): Promise<void>;
}

/** What the scheduler passes to a run. */
export interface ScheduleRun {
  readonly find: FindService;
  /** True once the server is stopping. A long run should then end early. */
  readonly isStopping: boolean;
  /** Runs one piece of work within the schedule's time limit. */
  withinLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Renews the lease if needed. Returns whether this process holds it for the next `ms` milliseconds. */
  hasLeaseFor(ms: number): Promise<boolean>;
  /** Starts work that continues after the run. Failures are logged, and a shutdown waits for the work. */
  inBackground(work: Promise<void>): Promise<void>;
}

/** Recurring work of the servers (howto.md, "A schedule"). */
export interface Schedule<S extends object = object> {
  /** Name in traces and in the audit trail, and with `cluster` also of the lease. Unique among all modules. */
  readonly name: string;
  /**
   * Pause between two runs in milliseconds. Schedules with a pause of an hour or more also run at startup, one after
   * another.
   */
  readonly every: number;
  /**
   * With `process`, each server runs it. With `cluster`, one server per database does. From an hour on, the lease
   * lasts as long as `every`, so the work runs once per interval, even after restarts.
   */
  readonly once: 'process' | 'cluster';
  /** Logged when a run fails: `old data could not be deleted: audit trail`. */
  readonly failure: string;
  /**
   * Time limit of a piece of work in milliseconds, so that a hanging database does not block requests. Default: none.
   */
  readonly limitMs?: number;
  /** A lease to use instead of the default one. */
  lease?(find: FindService): SharedLease;
  /** Whether there is work to do; must only read. Without work, the lease is not acquired. */
  isNeeded?(find: FindService): Promise<boolean>;
  run(run: ScheduleRun, settings: S): Promise<void>;
}
