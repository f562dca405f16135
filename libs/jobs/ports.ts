import type { JobFiles } from '../operations/index.js';
import type { Owner, Status, STATUS } from './status.js';

/** A job to store. */
export interface NewJob {
  readonly uuid: string;
  readonly kind: string;
  readonly owner: Owner;
  /** The code of the store view that the caller named; null without one. */
  readonly store: string | null;
  readonly description: string;
  /** Input of the job as JSON. */
  readonly input: string;
}

export interface NewCall {
  readonly status: typeof STATUS.open | typeof STATUS.rejected;
  /** Input of the call as JSON. */
  readonly input: string;
  readonly message: string | null;
}

/** A worker's lease on a job. It expires unless it is renewed. */
export interface Lease {
  readonly jobId: number;
  readonly worker: string;
}

export interface ClaimedJob extends NewJob {
  readonly lease: Lease;
  /** Number of claims since the last progress. Earlier workers may have died while running the job. */
  readonly claims: number;
  /** Total number of calls or rows, if known. */
  readonly known: number | undefined;
}

/** A call without an outcome. */
export interface OpenCall {
  readonly position: number;
  readonly input: string;
}

export type CallOutcome =
  /** `result`: the answer as JSON. */
  | { readonly position: number; readonly status: typeof STATUS.complete; readonly result: string }
  | {
      readonly position: number;
      readonly status: typeof STATUS.failedForNow | typeof STATUS.failed;
      readonly message: string;
    };

/** Outcome of a job. */
export interface Settled {
  /** JSON. */
  readonly result?: string;
  readonly message?: string;
  readonly progress?: Progress | undefined;
}

export interface Progress {
  readonly done: number;
  /** Total number of rows; undefined if unknown. */
  readonly known: number | undefined;
}

/** Another worker has claimed the job, or it was canceled. This worker must not store anything for it. */
export class LeaseLost extends Error {
  constructor() {
    super('the job belongs to another worker now, or was canceled');
  }
}

/** Another process has completed or reopened some of the calls: they must be read again. */
export class CallsMoved extends Error {
  constructor() {
    super('the open calls of the job have changed since they were read');
  }
}

/** Stored jobs and their calls. Methods that take a lease throw `LeaseLost` once the lease is lost. */
export abstract class JobQueue {
  /** Stores the job in the current write transaction, or in its own. */
  abstract add(job: NewJob, calls: readonly NewCall[]): Promise<void>;

  /**
   * Adds a job without calls. No worker can claim it before its files are stored: `fill` stores them, then `opening`
   * receives a function that opens the job in a write transaction. If either fails, the job is removed and the error
   * thrown. Throws `Unavailable` if it took so long that the job was deleted.
   */
  abstract addFilled(
    job: NewJob,
    fill: (files: JobFiles) => Promise<void>,
    opening: (open: () => Promise<void>) => Promise<void>,
  ): Promise<void>;

  /** Number of unfinished jobs without calls that belong to the same owner, up to and including this one. */
  abstract countUpTo(jobUuid: string): Promise<number>;

  abstract filesOf(jobId: number): JobFiles;

  /** Whether a job is ready to start. */
  abstract isWaiting(): Promise<boolean>;

  /** Claims the next job by `CallerOrder`. Concurrent callers get different jobs. */
  abstract claim(worker: string): Promise<ClaimedJob | undefined>;

  /** Renews the lease and reports the progress. Returns whether the lease is still valid. */
  abstract renew(lease: Lease, progress?: Progress): Promise<boolean>;

  /** Releases the job so that any worker can claim it, after a pause in milliseconds if it failed temporarily. */
  abstract giveBack(lease: Lease, pauseMs?: number): Promise<void>;

  /** Releases all jobs of a worker that is known to be dead. */
  abstract release(worker: string): Promise<void>;

  /** The first open calls from a position on, in order. */
  abstract openCalls(jobId: number, from: number, most: number): Promise<readonly OpenCall[]>;

  /**
   * Runs `work` in one write transaction that also stores the outcomes of these calls, which must still be open. Checks
   * the lease first.
   */
  abstract inGroup(lease: Lease, work: () => Promise<readonly CallOutcome[]>): Promise<void>;

  /** Like `inGroup`, for work whose transaction starts only with its first write. */
  abstract late(lease: Lease, work: () => Promise<CallOutcome>): Promise<void>;

  /** Runs `work`. Each of its write transactions checks the lease first. */
  abstract guarded<T>(lease: Lease, work: () => Promise<T>): Promise<T>;

  /** Marks the job as complete if all its calls have outcomes. Returns false if some calls were reopened. */
  abstract settleCalls(lease: Lease): Promise<boolean>;

  /** Stores the outcome of a job without calls. */
  abstract settle(lease: Lease, status: Status, outcome: Settled): Promise<void>;
}
