export type { ExportForm } from './application/export-job.js';
export { ExtendChain } from './application/extend-chain.js';
export { type Verified, VerifyChain } from './application/verify-chain.js';
export { AuditChain } from './ports/audit-chain.js';
export { AuditEntriesFound } from './ports/audit-entries.js';
