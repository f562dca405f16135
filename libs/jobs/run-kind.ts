import { mustMay, resourcesOf } from '../calls/index.js';
import { inOperation, Refusal, Unavailable } from '../kernel/index.js';
import { JobFailed, type JobKind, type JobWork } from '../operations/index.js';
import { type Callers, reported, type WireSettings } from '../web/index.js';
import type { JobRunner } from './job-worker.js';
import { type ClaimedJob, type JobQueue, LeaseLost, type Progress } from './ports.js';
import { accountOf, doneBy, STATUS } from './status.js';

/**
 * Pauses before each retry of work that could not be stored. After the last one, the work waits until someone retries
 * it.
 */
export const RETRY_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000, 8_000];

/** After this many claims without progress, the job is assumed to kill its workers. */
export const DEADLY_CLAIMS = 5;

export const DIED_OF_IT = `The worker process exited ${DEADLY_CLAIMS} times during this job, so the job is no longer retried automatically. Check the log, then retry the job.`;

interface KindParts {
  readonly kind: JobKind;
  readonly service: unknown;
  readonly queue: JobQueue;
  readonly callers: Callers;
  readonly settings: WireSettings;
}

/** Interrupts the work between two steps because the worker is stopping. The job restarts elsewhere. */
class Stopping extends Error {}

/** Runs jobs of a kind that a module declares. */
export class RunKind implements JobRunner {
  constructor(private readonly parts: KindParts) {}

  async run(job: ClaimedJob, stop: AbortSignal, tell: (progress: Progress) => void): Promise<boolean> {
    const { queue, kind, service } = this.parts;
    const { lease } = job;
    let progress: Progress | undefined;
    const noted = (update: Progress): void => tell((progress = update));
    try {
      if (job.claims > DEADLY_CLAIMS) {
        await queue.settle(lease, STATUS.failedForNow, { message: DIED_OF_IT });
        return true;
      }
      const work = await this.workOf(job, stop, noted);
      const result = await inOperation(
        `job ${kind.name}`,
        () => queue.guarded(lease, () => kind.run(service, work)),
        doneBy(job),
      );
      const { done } = progress ?? { done: 0 };
      await queue.settle(lease, STATUS.complete, { result: JSON.stringify(result), progress: { done, known: done } });
      return true;
    } catch (error) {
      if (error instanceof Stopping) return false;
      if (error instanceof LeaseLost) throw error;
      const isForNow = error instanceof Unavailable;
      const pause = RETRY_PAUSES_MS[job.claims];
      if (isForNow && pause !== undefined) {
        await queue.giveBack(lease, pause);
        return true;
      }
      const message = error instanceof Refusal ? error.message : reported(error, `job ${job.uuid}`);
      const result = error instanceof JobFailed ? { result: JSON.stringify(error.result) } : {};
      await queue.settle(lease, isForNow ? STATUS.failedForNow : STATUS.failed, { message, progress, ...result });
      return true;
    }
  }

  private async workOf(job: ClaimedJob, stop: AbortSignal, tell: (progress: Progress) => void): Promise<JobWork> {
    const { queue, kind, callers, settings } = this.parts;
    const account = accountOf(job.owner);
    const caller = account && (await callers.byAccount(account));
    mustMay(caller, kind.right, resourcesOf(kind.right, settings));
    return {
      input: JSON.parse(job.input) as unknown,
      caller,
      files: queue.filesOf(job.lease.jobId),
      progress: (done, known) => {
        tell({ done, known });
        if (stop.reason instanceof LeaseLost) throw stop.reason;
        if (stop.aborted) throw new Stopping('the worker is stopping');
      },
    };
  }
}
