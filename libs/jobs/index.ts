export { CALLS } from './job-kinds.js';
export { type JobRunner, JobWorker } from './job-worker.js';
export { nameOfSteps, pack, packAnswers, shortened, unpack } from './kept-call.js';
export { LaterModule } from './later.module.js';
export * from './ports.js';
export { RunCalls } from './run-calls.js';
export { RunKind } from './run-kind.js';
export { CALL_STATUSES, ERROR_CODE, ownerOf, STATUS, type Status } from './status.js';
export { WorkWaiting } from './work-waiting.js';
