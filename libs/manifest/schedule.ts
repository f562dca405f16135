import type { ServiceToken } from '../operations/index.js';

/** Finds a provider of the module that the manifest belongs to. */
export type FindService = <T>(token: ServiceToken<T>) => T;

export const HOUR_MS = 3_600_000;

/** Lets one process of all go on with something; expires unless it is renewed. */
export interface SharedLease {
  /** Acquires or renews it for so many milliseconds; returns whether this process has it. */
  hold(ms: number): Promise<boolean>;
  /** Lets others take it. */
  letGo(): Promise<void>;
}

/** What a run can ask of the scheduler. */
export interface ScheduleRun {
  readonly find: FindService;
  /** Whether the server stops: long runs end then. */
  readonly isOver: boolean;
  /** Does a piece of work within the time limit of the schedule. */
  limited<T>(work: () => Promise<T>): Promise<T>;
  /** Renews the lease if needed; returns whether this process has it for so many milliseconds. */
  mayTake(ms: number): Promise<boolean>;
  /** Work that goes on behind the run. Its failures are logged; a stop waits for it. */
  goOn(work: Promise<void>): Promise<void>;
}

/** Recurring work of servers (howto.md, "A schedule"). */
export interface Schedule<S extends object = object> {
  /** For traces, the audit trail and, with `cluster`, the lease; unique among all modules. */
  readonly name: string;
  /** Pause between two runs in milliseconds. Those of an hour or more run at the start too, one after another. */
  readonly every: number;
  /** `process`: each server runs it. `cluster`: one server at a time does, of all on the database. */
  readonly once: 'process' | 'cluster';
  /** Logged when a run fails: `deleting old data failed: audit trail`. */
  readonly failure: string;
  /** Time limit of a piece of work in milliseconds, so that a hanging database does not block requests; default none. */
  readonly limitMs?: number;
  /** The lease to use instead of the one of this name. */
  lease?(find: FindService): SharedLease;
  /** Whether there is anything to do; it only reads. Without work no lease is taken. */
  isNeeded?(find: FindService): Promise<boolean>;
  run(run: ScheduleRun, settings: S): Promise<void>;
}
