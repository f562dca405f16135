import type { JobFiles } from '../operations/index.js';
import type { Owner, Status, STATUS } from './status.js';

/** A job to be done. */
export interface NewJob {
  readonly uuid: string;
  /** Which kind does it. */
  readonly kind: string;
  readonly owner: Owner;
  /** The store view that the caller named, by its code; null without. */
  readonly store: string | null;
  readonly description: string;
  /** What it is about, as JSON. */
  readonly input: string;
}

/** One call of a job that is made of calls. */
export interface NewCall {
  readonly status: typeof STATUS.open | typeof STATUS.rejected;
  /** What was sent, as JSON. */
  readonly input: string;
  readonly message: string | null;
}

/** The lease of a worker on a job, which expires after its last renewal. */
export interface Lease {
  readonly jobId: number;
  readonly worker: string;
}

export interface ClaimedJob extends NewJob {
  readonly lease: Lease;
  /** The number of claims since the last progress: earlier workers may have died during the job. */
  readonly claims: number;
  /** How many calls, or rows, it has in all, where that is known. */
  readonly known: number | undefined;
}

/** A call that is open. */
export interface OpenCall {
  readonly position: number;
  readonly input: string;
}

/** What became of one. */
export type CallOutcome =
  /** The JSON of its answer. */
  | { readonly position: number; readonly status: typeof STATUS.complete; readonly result: string }
  | {
      readonly position: number;
      readonly status: typeof STATUS.failedForNow | typeof STATUS.failed;
      readonly message: string;
    };

/** How a job came to its end. */
export interface Settled {
  /** JSON. */
  readonly result?: string;
  readonly message?: string;
  readonly progress?: Progress | undefined;
}

export interface Progress {
  readonly done: number;
  /** Undefined if unknown. */
  readonly known: number | undefined;
}

/** Somebody else does the job now, or it was cancelled: nothing more of it may be stored here. */
export class LeaseLost extends Error {
  constructor() {
    super('the job belongs to another worker now, or was canceled');
  }
}

/** Open calls were completed or reopened by another process in the meantime: they are read again. */
export class CallsMoved extends Error {
  constructor() {
    super('the open calls of the job have changed since they were read');
  }
}

/** Jobs and their calls, in the database. What is done under a lease throws `LeaseLost` once that isn't held any more. */
export abstract class JobQueue {
  /** In the ambient write transaction, or in one of its own. */
  abstract add(job: NewJob, calls: readonly NewCall[]): Promise<void>;

  /**
   * Starts a job without calls, which no worker can claim before its files are stored: `fill` stores them, then
   * `opening` gets the function that opens the job in a write transaction. Throws the errors of both, and then there
   * is no job; `Unavailable` if it took so long that the job was deleted.
   */
  abstract addFilled(
    job: NewJob,
    fill: (files: JobFiles) => Promise<void>,
    opening: (open: () => Promise<void>) => Promise<void>,
  ): Promise<void>;

  /** Number of unfinished jobs without calls of the owner of this job, up to and including this one. */
  abstract countUpTo(jobUuid: string): Promise<number>;

  abstract filesOf(jobId: number): JobFiles;

  /** Whether there is a job that somebody could begin now. */
  abstract isWaiting(): Promise<boolean>;

  /** The next job by `CallerOrder`; parallel callers get different jobs. */
  abstract claim(worker: string): Promise<ClaimedJob | undefined>;

  /** Returns whether the lease is still valid; reports the progress. */
  abstract renew(lease: Lease, progress?: Progress): Promise<boolean>;

  /**
   * Releases the job so that any worker can claim it; after a pause in milliseconds if it failed for now without
   * killing the worker.
   */
  abstract giveBack(lease: Lease, pauseMs?: number): Promise<void>;

  /** The same for all jobs of a worker that is known to be dead. */
  abstract release(worker: string): Promise<void>;

  /** The first open calls from a position on, in order. */
  abstract openCalls(jobId: number, from: number, most: number): Promise<readonly OpenCall[]>;

  /**
   * Runs `work` in one write transaction that also keeps what became of these calls, which must be open yet. The lease is
   * checked first.
   */
  abstract inGroup(lease: Lease, work: () => Promise<readonly CallOutcome[]>): Promise<void>;

  /** The same for work that may begin its transaction late: with its first write. */
  abstract late(lease: Lease, work: () => Promise<CallOutcome>): Promise<void>;

  /** Runs `work`, of which each write transaction checks the lease first. */
  abstract guarded<T>(lease: Lease, work: () => Promise<T>): Promise<T>;

  /** Whether all calls are settled, and the job with them; if not, some have become open again. */
  abstract settleCalls(lease: Lease): Promise<boolean>;

  /** A job without calls is done. */
  abstract settle(lease: Lease, status: Status, outcome: Settled): Promise<void>;
}
