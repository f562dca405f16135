import { Gauge } from '../../../libs/kernel/index.js';
import type { JobStanding } from '../ports/stored-jobs.js';

export const JOBS = new Gauge({
  name: 'kontor_jobs',
  help: 'Jobs of all servers on this database by state: waiting, running, failed_for_now (can be retried), failed',
  labels: ['state'],
});

export const tellJobs = ({ waiting, running, failedForNow, failed }: JobStanding): void => {
  JOBS.set(waiting, 'waiting');
  JOBS.set(running, 'running');
  JOBS.set(failedForNow, 'failed_for_now');
  JOBS.set(failed, 'failed');
};
