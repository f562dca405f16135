import type { Criteria, Page } from '../../../libs/kernel/index.js';

/** Whose jobs somebody may see: all, or those of one account. */
export interface Seen {
  readonly userType: number;
  readonly userId: number | null;
}

/** A job as it is reported. */
export interface KeptJob {
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
export interface KeptCall {
  readonly position: number;
  readonly uuid: string;
  readonly topic: string;
  readonly status: number;
  readonly message: string | null;
  readonly startTime: Date;
  /** What was sent, as JSON; null once it is done. */
  readonly input: string | null;
  /** What was answered, as JSON. */
  readonly answer: string | null;
}

/** Jobs as callers query them. */
export abstract class KeptJobs {
  /** Undefined if there is none, or not of this account where one is named. */
  abstract byUuid(uuid: string, seen: Seen | undefined): Promise<KeptJob | undefined>;

  /** The newest first, of this account where one is named. */
  abstract newest(most: number, seen: Seen | undefined): Promise<readonly KeptJob[]>;

  abstract standing(): Promise<JobStanding>;

  /** All calls of a job, in order; `whole`: with what was sent and answered. */
  abstract calls(jobId: number, whole: boolean): Promise<readonly KeptCall[]>;

  abstract countCalls(jobId: number, status: number): Promise<number>;

  /** Calls of all jobs that match, by properties of `KeptCall`. */
  abstract searchCalls(criteria: Criteria, seen: Seen | undefined): Promise<Page<KeptCall>>;

  /** What is open becomes rejected; how many calls, or jobs without calls, that were. */
  abstract cancel(jobId: number): Promise<number>;

  /** What failed becomes open again; how many. */
  abstract retry(jobId: number): Promise<number>;

  /** Deletes jobs that finished before this time. */
  abstract removeBefore(at: Date): Promise<void>;

  /** Those whose files have been on their way for longer than this, in milliseconds: their server is no more. */
  abstract removeArriving(forMs: number): Promise<void>;
}
