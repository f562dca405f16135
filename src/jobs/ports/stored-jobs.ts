import type { Criteria, Page } from '../../../libs/kernel/index.js';

/** Jobs that a caller may see: all, or those of one account. */
export interface Seen {
  readonly userType: number;
  readonly userId: number | null;
}

/** A job as it is reported. */
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
  /** Workers may start them now or, after a pause, later. */
  readonly waiting: number;
  /** Jobs that a worker runs. */
  readonly running: number;
  readonly failedForNow: number;
  readonly failed: number;
}

/** A call of a job as it is reported. */
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

/** Jobs as callers query them. */
export abstract class StoredJobs {
  /** Undefined if there is none, or not of this account where one is named. */
  abstract byUuid(uuid: string, seen: Seen | undefined): Promise<StoredJob | undefined>;

  /** The newest first, of this account where one is named. */
  abstract newest(most: number, seen: Seen | undefined): Promise<readonly StoredJob[]>;

  abstract standing(): Promise<JobStanding>;

  /** All calls of a job, in order; `whole`: with what was sent and answered. */
  abstract calls(jobId: number, whole: boolean): Promise<readonly StoredCall[]>;

  abstract countCalls(jobId: number, status: number): Promise<number>;

  /** Calls of all jobs that match, by properties of `StoredCall`. */
  abstract searchCalls(criteria: Criteria, seen: Seen | undefined): Promise<Page<StoredCall>>;

  /** Rejects open calls; returns the number of calls, or of jobs without calls. */
  abstract cancel(jobId: number): Promise<number>;

  /** Reopens failed calls; returns their number. */
  abstract retry(jobId: number): Promise<number>;

  /** Deletes jobs that finished before this time. */
  abstract removeBefore(at: Date): Promise<void>;

  /**
   * Deletes jobs whose files have not been complete for this time in milliseconds, because their server has stopped.
   */
  abstract removeArriving(forMs: number): Promise<void>;
}
