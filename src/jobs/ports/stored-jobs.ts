import type { Criteria, Page } from '../../../libs/kernel/index.js';

/** Restricts jobs to those that a caller may see: all, or those of one account. */
export interface Seen {
  readonly userType: number;
  readonly userId: number | null;
}

/** A job as reported to callers. */
export interface StoredJob {
  readonly id: number;
  readonly uuid: string;
  readonly kind: string;
  readonly userType: number;
  readonly userId: number | null;
  readonly status: number;
  readonly description: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly done: number | null;
  readonly known: number | null;
  readonly message: string | null;
  /** JSON. */
  readonly result: string | null;
}

/** The number of stored jobs in each state. */
export interface JobStanding {
  /** Jobs that workers may start now, or later after a pause. */
  readonly waiting: number;
  /** Jobs that a worker is running. */
  readonly running: number;
  readonly failedForNow: number;
  readonly failed: number;
}

/** A call of a job as reported to callers. */
export interface StoredCall {
  readonly position: number;
  readonly uuid: string;
  readonly topic: string;
  readonly status: number;
  readonly message: string | null;
  readonly startTime: Date;
  /** The input as JSON; null once the call is done. */
  readonly input: string | null;
  /** The answer as JSON. */
  readonly answer: string | null;
}

/** Reads and changes jobs on behalf of callers. */
export abstract class StoredJobs {
  /** Undefined if the job does not exist, or `seen` excludes it. */
  abstract byUuid(uuid: string, seen: Seen | undefined): Promise<StoredJob | undefined>;

  /** The newest jobs, newest first, as far as `seen` allows. */
  abstract newest(most: number, seen: Seen | undefined): Promise<readonly StoredJob[]>;

  abstract standing(): Promise<JobStanding>;

  /** All calls of a job, in order; `whole`: includes inputs and answers. */
  abstract calls(jobId: number, whole: boolean): Promise<readonly StoredCall[]>;

  abstract countCalls(jobId: number, status: number): Promise<number>;

  /** Searches the calls of all jobs, by properties of `StoredCall`. */
  abstract searchCalls(criteria: Criteria, seen: Seen | undefined): Promise<Page<StoredCall>>;

  /** Rejects open calls. Returns the number of calls, or of jobs without calls. */
  abstract cancel(jobId: number): Promise<number>;

  /** Reopens failed calls; returns their number. */
  abstract retry(jobId: number): Promise<number>;

  /** Deletes jobs that finished before this time. */
  abstract removeBefore(at: Date): Promise<void>;

  /**
   * Deletes jobs whose files have been incomplete for this long (in milliseconds), because their server has stopped.
   */
  abstract removeArriving(forMs: number): Promise<void>;
}
