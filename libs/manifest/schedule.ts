import type { ServiceToken } from '../operations/index.js';

/** Finds a provider of the module that the manifest belongs to. */
export type FindService = <T>(token: ServiceToken<T>) => T;

export const HOUR_MS = 3_600_000;

/** A lease that one process at a time has. It expires unless it is renewed. */
export interface SharedLease {
  /** Acquires or renews the lease for `ms` milliseconds; returns whether this process has it. */
  acquire(ms: number): Promise<boolean>;
  /** Releases the lease, so that another process can acquire it. */
  release(): Promise<void>;
}

/** What the scheduler offers to a run. */
export interface ScheduleRun {
  readonly find: FindService;
  /** True once the server is stopping; a long run then ends early. */
  readonly isStopping: boolean;
  /** Does one piece of work within the schedule's time limit. */
  withinLimit<T>(work: () => Promise<T>): Promise<T>;
  /** Renews the lease if needed; returns whether this process has it for the next `ms` milliseconds. */
  hasLeaseFor(ms: number): Promise<boolean>;
  /** Starts work that outlasts the run. Its failures are logged; a stop waits for it. */
  inBackground(work: Promise<void>): Promise<void>;
}

/** Recurring work of servers (howto.md, "A schedule"). */
export interface Schedule<S extends object = object> {
  /** Name in traces, in the audit trail and, with `cluster`, of the lease; unique among all modules. */
  readonly name: string;
  /** Pause between two runs in milliseconds. Those of an hour or more run at the start too, one after another. */
  readonly every: number;
  /**
   * `process`: each server runs it. `cluster`: one server per database. From an hour on its lease lasts as long as
   * `every`, so it runs once per interval, also after restarts.
   */
  readonly once: 'process' | 'cluster';
  /** Logged when a run fails: `old data could not be deleted: audit trail`. */
  readonly failure: string;
  /** Time limit of a piece of work in milliseconds, so that a hanging database does not block requests; default none. */
  readonly limitMs?: number;
  /** The lease to use instead of the one of this name. */
  lease?(find: FindService): SharedLease;
  /** Whether there is anything to do; it only reads. Without work no lease is taken. */
  isNeeded?(find: FindService): Promise<boolean>;
  run(run: ScheduleRun, settings: S): Promise<void>;
}
