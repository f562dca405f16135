import { inSpan, Unavailable, Histogram, type Metric } from '../kernel/index.js';
import { type ClaimedJob, type JobQueue, LeaseLost, type Progress } from './ports.js';
import { STATUS } from './status.js';

/** Measured in the job workers, which report it to the server. */
const JOB_SECONDS = new Histogram({
  name: 'kontor_job_seconds',
  help: 'Time in seconds that a worker spent on a job until the job was finished or released, by kind of job',
  labels: ['kind'],
  bounds: [0.01, 0.1, 1, 10, 60, 300, 1800, 7200],
});

export const JOB_METRICS: readonly Metric[] = [JOB_SECONDS];

/** Interval for renewing a lease, in milliseconds. */
const RENEWED_MS = 3_000;

const NO_RUNNER = 'No installed module handles jobs of this kind. Add the module that handles them to ADD_ONS.';

/** Runs the jobs of one kind. */
export interface JobRunner {
  /**
   * Returns true if the job is complete and false if `stop` was requested and work remains. If the reason of `stop` is
   * `LeaseLost`, the job now belongs to another worker.
   */
  run(job: ClaimedJob, stop: AbortSignal, tell: (progress: Progress) => void): Promise<boolean>;
}

interface WorkerParts {
  readonly queue: JobQueue;
  /** Undefined for a kind that no installed module declares. */
  readonly runnerOf: (kind: string) => JobRunner | undefined;
  /** The name under which leases are held; unique per process. */
  readonly worker: string;
  /** Reports a job that failed with an error other than a refusal. */
  readonly failed: (job: ClaimedJob, error: unknown) => void;
  readonly renewedMs?: number;
}

/** Claims and runs jobs one after another, until none is waiting. */
export class JobWorker {
  constructor(private readonly parts: WorkerParts) {}

  /**
   * Runs jobs until none is waiting or `stop` is requested; then the current job continues to its next safe point.
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
    // Created here, outside of the transactions of the work.
    const timer = setInterval(() => {
      renewing ??= queue
        .renew(job.lease, progress)
        .then((isHeld) => {
          if (!isHeld) lost.abort(new LeaseLost());
        })
        // The state of the lease is unknown; each write checks it.
        .catch(() => undefined)
        .finally(() => (renewing = undefined));
    }, renewedMs);
    timer.unref();
    try {
      const runner = runnerOf(job.kind);
      if (!runner) await queue.settle(job.lease, STATUS.failed, { message: NO_RUNNER });
      else {
        const until = AbortSignal.any([stop, lost.signal]);
        const run = () => runner.run(job, until, (reported) => (progress = reported));
        const isDone = await inSpan(`job ${job.kind}`, run, { attributes: { 'kontor.job': job.description } });
        if (!isDone) await queue.giveBack(job.lease);
      }
    } catch (error) {
      // The new owner of the lease continues the job. If storing failed, the job continues when its lease expires.
      if (!(error instanceof LeaseLost) && !(error instanceof Unavailable)) failed(job, error);
    } finally {
      clearInterval(timer);
      await renewing;
      JOB_SECONDS.observe((performance.now() - began) / 1000, runnerOf(job.kind) ? job.kind : 'unknown');
    }
  }
}
