import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, NoSuchEntity, NoSuchOne, type Page, Gauge } from '../../../libs/kernel/index.js';
import { JobQueue, JobRights, ownerOf } from '../../../libs/jobs/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { type JobStanding, type StoredCall, type StoredJob, StoredJobs, type Seen } from '../ports/stored-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';

const DAY_MS = 86_400_000;

/** The owner whose jobs this caller may see; undefined for all jobs. */
const seenBy = (caller: Caller | undefined): Seen | undefined =>
  caller === undefined || (caller.kind !== 'customer' && caller.holds(MANAGE_JOBS)) ? undefined : ownerOf(caller);

const noBulk = (bulkUuid: string): NoSuchOne => new NoSuchOne('Bulk uuid %bulkUuid not exist', { bulkUuid });

/** Shows jobs to their owners, and to callers who may see all jobs (jobs.md, "Status and results"). */
@Injectable()
export class SeeJobs {
  constructor(
    private readonly jobs: StoredJobs,
    private readonly queue: JobQueue,
    private readonly rights: JobRights,
    private readonly clock: Clock,
  ) {}

  /** Throws `NoSuchOne` if the job does not exist or belongs to another caller. */
  async one(uuid: string, caller: Caller | undefined): Promise<StoredJob> {
    const job = await this.jobs.byUuid(uuid.toLowerCase(), seenBy(caller));
    if (!job) throw noBulk(uuid);
    return job;
  }

  standing(): Promise<JobStanding> {
    return this.jobs.standing();
  }

  /** The job with the names of its files. Includes its result only if the caller may start such a job. */
  async withFiles(
    uuid: string,
    caller: Caller,
  ): Promise<{ readonly job: StoredJob; readonly files: readonly string[] }> {
    const job = await this.one(uuid, caller);
    const files = await this.queue.filesOf(job.id).names();
    return { job: this.rights.mayReadResult(job.kind, caller) ? job : { ...job, result: null }, files };
  }

  /**
   * The bytes of a file. Throws `NoSuchEntity` if it does not exist, and `RightMissing` if the caller may not read its
   * records.
   */
  async file(uuid: string, name: string, caller: Caller): Promise<AsyncIterable<Uint8Array>> {
    const { job, files } = await this.withFiles(uuid, caller);
    if (!files.includes(name)) throw new NoSuchEntity('name', name);
    this.rights.mustReadFile({ kind: job.kind, name, names: files }, caller);
    return this.queue.filesOf(job.id).read(name);
  }

  async withCalls(
    uuid: string,
    caller: Caller,
    whole: boolean,
  ): Promise<{ readonly job: StoredJob; readonly calls: readonly StoredCall[] }> {
    const job = await this.one(uuid, caller);
    const calls = await this.jobs.calls(job.id, whole);
    return { job, calls: calls.map((call) => this.shown(call, caller)) };
  }

  async count(uuid: string, status: number, caller: Caller): Promise<number> {
    return this.jobs.countCalls((await this.one(uuid, caller)).id, status);
  }

  async search(criteria: Criteria, caller: Caller): Promise<Page<StoredCall>> {
    const { items, total } = await this.jobs.searchCalls(criteria, seenBy(caller));
    return { items: items.map((call) => this.shown(call, caller)), total };
  }

  async cancel(uuid: string, caller: Caller | undefined): Promise<number> {
    return this.jobs.cancel((await this.one(uuid, caller)).id);
  }

  async retry(uuid: string, caller: Caller | undefined): Promise<number> {
    return this.jobs.retry((await this.one(uuid, caller)).id);
  }

  newest(most: number, caller: Caller | undefined): Promise<readonly StoredJob[]> {
    return this.jobs.newest(most, seenBy(caller));
  }

  /**
   * Deletes jobs that finished at least this many days ago, and jobs whose files were not completely received within a
   * day.
   */
  async prune(days: number): Promise<void> {
    await this.jobs.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
    await this.jobs.removeArriving(DAY_MS);
  }

  /** Removes the input and answer of a call unless the caller may call the operation. */
  private shown(call: StoredCall, caller: Caller): StoredCall {
    return this.rights.mayReadCall(call.topic, caller) ? call : { ...call, input: null, answer: null };
  }
}

export const JOBS = new Gauge({
  name: 'kontor_jobs',
  help: 'Number of jobs by state, across all servers that use this database: waiting, running, failed_for_now (failed for a temporary reason), failed',
  labels: ['state'],
});

export const observeJobs = ({ waiting, running, failedForNow, failed }: JobStanding): void => {
  JOBS.set(waiting, 'waiting');
  JOBS.set(running, 'running');
  JOBS.set(failedForNow, 'failed_for_now');
  JOBS.set(failed, 'failed');
};
