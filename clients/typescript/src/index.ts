export {
  type BulkCounts,
  type BulkOptions,
  type BulkPath,
  type BulkResult,
  type RowOf,
  type RowOutcome,
} from './bulk.js';
export { type Answer, type AskOptions, Kontor, type KontorOptions } from './client.js';
export { type Condition, type Criteria, type Filter, querySerializer, type Value } from './criteria.js';
export { type Fault, filled, KontorError, type Parameters, type Refusal } from './errors.js';
export type { components, operations, paths } from './generated/schema.js';
export {
  type Accepted,
  type BegunJob,
  type ImportOptions,
  type Job,
  type JobOperation,
  type JobState,
  type JobStatus,
  Jobs,
  JobUnfinished,
  type Waiting,
} from './jobs.js';
export { type Found, type PageOf, Search, type SearchPath } from './search.js';
export type { Send } from './sending.js';
export type { Credentials } from './tokens.js';
export { verifyWebhook, type Webhook, type WebhookHeaders, WebhookRefused } from './webhooks.js';
