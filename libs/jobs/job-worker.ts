import { inSpan, Unavailable, Histogram, type Metric } from '../kernel/index.js';
import { type ClaimedJob, type JobQueue, LeaseLost, type Progress } from './ports.js';
import { STATUS } from './status.js';

/** Counted in the job workers, which report to the server. */
const JOB_SECONDS = new Histogram({
  name: 'kontor_job_seconds',
  help: 'Time in seconds that workers spent on jobs until they finished or released them, by kind of job',
  labels: ['kind'],
  bounds: [0.01, 0.1, 1, 10, 60, 300, 1800, 7200],
});

export const JOB_METRICS: readonly Metric[] = [JOB_SECONDS];

/** Interval for renewing a lease in milliseconds. */
const RENEWED_MS = 3_000;

const NOBODY = 'No installed module handles jobs of this kind. Add its module to ADD_ONS.';

/** Runs the jobs of one kind. */
export interface JobRunner {
  /**
   * Whether the job is complete; false: `stop` was requested and the rest is still open. If its reason is `LeaseLost`,
   * the job belongs to another worker now.
   */
  run(job: ClaimedJob, stop: AbortSignal, tell: (progress: Progress) => void): Promise<boolean>;
}

interface WorkerParts {
  readonly queue: JobQueue;
  /** Undefined for a kind that no installed module declares. */
  readonly runnerOf: (kind: string) => JobRunner | undefined;
  /** The name under which leases are held: another one for each process. */
  readonly worker: string;
  /** Reports a job that failed with an error other than a refusal. */
  readonly failed: (job: ClaimedJob, error: unknown) => void;
  readonly renewedMs?: number;
}

/** Claims jobs one after the other and has them done, as long as there are any. */
export class JobWorker {
  constructor(private readonly parts: WorkerParts) {}

  /**
   * Runs jobs until none is waiting or `stop` is requested; then the current one continues to its next safe point.
   * Returns the number of started jobs.
   */
  async work(stop: AbortSignal): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (stop.aborted) return count;
      const job = await this.parts.queue.claim(this.parts.worker);
      if (!job) return count;
      await this.one(job, stop);
    }
  }

  private async one(job: ClaimedJob, stop: AbortSignal): Promise<void> {
    const { queue, runnerOf, failed, renewedMs = RENEWED_MS } = this.parts;
    let progress: Progress | undefined;
    let renewing: Promise<unknown> | undefined;
    const began = performance.now();
    const lost = new AbortController();
    // Made here, outside of any transaction of the work.
    const timer = setInterval(() => {
      renewing ??= queue
        .renew(job.lease, progress)
        .then((isHeld) => {
          if (!isHeld) lost.abort(new LeaseLost());
        })
        // The state is unknown: each write checks it.
        .catch(() => undefined)
        .finally(() => (renewing = undefined));
    }, renewedMs);
    timer.unref();
    try {
      const runner = runnerOf(job.kind);
      if (!runner) await queue.settle(job.lease, STATUS.failed, { message: NOBODY });
      else {
        const until = AbortSignal.any([stop, lost.signal]);
        const run = () => runner.run(job, until, (reported) => (progress = reported));
        const isDone = await inSpan(`job ${job.kind}`, run, { attributes: { 'kontor.job': job.description } });
        if (!isDone) await queue.giveBack(job.lease);
      }
    } catch (error) {
      // The new owner of the lease continues it. If storing failed, the job continues when its lease ends.
      if (!(error instanceof LeaseLost) && !(error instanceof Unavailable)) failed(job, error);
    } finally {
      clearInterval(timer);
      await renewing;
      JOB_SECONDS.observe((performance.now() - began) / 1000, runnerOf(job.kind) ? job.kind : 'unknown');
    }
  }
}
