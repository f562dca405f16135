import { Histogram, type Metric } from '../kernel/index.js';

/** Counted in the job workers, which report to the server. */
export const JOB_SECONDS = new Histogram({
  name: 'kontor_job_seconds',
  help: 'Time in seconds that a worker spent on a job until it finished or released it, by kind',
  labels: ['kind'],
  bounds: [0.01, 0.1, 1, 10, 60, 300, 1800, 7200],
});

export const JOB_METRICS: readonly Metric[] = [JOB_SECONDS];
