export { contentOf } from './application/run-content.js';
export { PassportRuns } from './ports/passport-runs.js';
