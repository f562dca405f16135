export { BeginRuns } from './application/begin-runs.js';
export { MakeItems } from './application/make-items.js';
export { PublishItems } from './application/publish-items.js';
export { ReserveItems } from './application/reserve-items.js';
export { contentOf } from './application/run-content.js';
export {
  DoRun,
  DoWithdrawal,
  PASSPORT_RUN_JOB,
  PASSPORT_RUN_RESERVATION_JOB,
  PASSPORT_RUN_WITHDRAWAL_JOB,
  type RunJobInput,
  type WithdrawalJobInput,
} from './application/run-job.js';
export { WithdrawItems } from './application/withdraw-items.js';
export { type PassportRun, PassportRuns } from './ports/passport-runs.js';
