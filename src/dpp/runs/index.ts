export { BeginRuns } from './application/begin-runs.js';
export { MakeItems } from './application/make-items.js';
export { PublishItems } from './application/publish-items.js';
export { ReserveItems } from './application/reserve-items.js';
export { contentOf } from './application/run-content.js';
export { DoRun, PASSPORT_RUN_JOB, type RunJobInput } from './application/run-job.js';
export { type PassportRun, PassportRuns } from './ports/passport-runs.js';
