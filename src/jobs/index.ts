export { SeeJobs } from './application/see-jobs.js';
export type { StoredJob } from './ports/stored-jobs.js';
export { JobsSettings } from './settings.js';
