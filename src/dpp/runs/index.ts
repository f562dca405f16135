export { contentOf } from './application/run-job.js';
export { PassportRuns } from './ports/passport-runs.js';
