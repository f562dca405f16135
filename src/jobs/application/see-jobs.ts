import { Injectable } from '@nestjs/common';
import { Clock, type Criteria, NoSuchOne, type Page } from '../../../libs/kernel/index.js';
import { JobQueue, ownerOf } from '../../../libs/jobs/index.js';
import type { Caller } from '../../../libs/operations/index.js';
import { type JobStanding, type KeptCall, type KeptJob, KeptJobs, type Seen } from '../ports/kept-jobs.js';
import { MANAGE_JOBS } from '../rights.record.js';

const DAY_MS = 86_400_000;

/** Whose jobs this caller, or the operator, may see; undefined: everybody's. */
const seenBy = (caller: Caller | undefined): Seen | undefined =>
  caller === undefined || (caller.kind !== 'customer' && caller.holds(MANAGE_JOBS)) ? undefined : ownerOf(caller);

const noBulk = (bulkUuid: string): NoSuchOne => new NoSuchOne('Bulk uuid %bulkUuid not exist', { bulkUuid });

/** Jobs as their senders, and those who may see all, ask for them (jobs.md, "Asking what became of them"). */
@Injectable()
export class SeeJobs {
  constructor(
    private readonly jobs: KeptJobs,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** `NoSuchOne` for one that isn't there, and for somebody else's. */
  async one(uuid: string, caller: Caller | undefined): Promise<KeptJob> {
    const job = await this.jobs.byUuid(uuid.toLowerCase(), seenBy(caller));
    if (!job) throw noBulk(uuid);
    return job;
  }

  standing(): Promise<JobStanding> {
    return this.jobs.standing();
  }

  /** With the names of its files. */
  async withFiles(uuid: string, caller: Caller): Promise<{ readonly job: KeptJob; readonly files: readonly string[] }> {
    const job = await this.one(uuid, caller);
    return { job, files: await this.queue.filesOf(job.id).names() };
  }

  async withCalls(
    uuid: string,
    caller: Caller,
    whole: boolean,
  ): Promise<{ readonly job: KeptJob; readonly calls: readonly KeptCall[] }> {
    const job = await this.one(uuid, caller);
    return { job, calls: await this.jobs.calls(job.id, whole) };
  }

  async count(uuid: string, status: number, caller: Caller): Promise<number> {
    return this.jobs.countCalls((await this.one(uuid, caller)).id, status);
  }

  search(criteria: Criteria, caller: Caller): Promise<Page<KeptCall>> {
    return this.jobs.searchCalls(criteria, seenBy(caller));
  }

  async cancel(uuid: string, caller: Caller | undefined): Promise<number> {
    return this.jobs.cancel((await this.one(uuid, caller)).id);
  }

  async retry(uuid: string, caller: Caller | undefined): Promise<number> {
    return this.jobs.retry((await this.one(uuid, caller)).id);
  }

  /** The newest first; for the operator. */
  newest(most: number): Promise<readonly KeptJob[]> {
    return this.jobs.newest(most);
  }

  /** What came to its end so many days ago goes, and what has been arriving for a day, since its server died amid it. */
  async prune(days: number): Promise<void> {
    await this.jobs.removeBefore(new Date(this.clock.now().getTime() - days * DAY_MS));
    await this.jobs.removeArriving(DAY_MS);
  }
}
