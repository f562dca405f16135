import { AuditChain } from '../../src/audit/ports/audit-chain.js';
import { SqlAuditEvents } from '../../src/audit/adapters/sql/sql-audit-events.js';
import type { TestApp } from './app.js';

/** Disables the periodic audit trail work of an application: numbering entries and counting events every second. */
export const withoutSeconds = (app: TestApp): void => {
  Object.assign(app.get<AuditChain>(AuditChain), {
    acquire: () => Promise.resolve(false),
  } satisfies Partial<AuditChain>);
  Object.assign(app.get<SqlAuditEvents>(SqlAuditEvents), {
    add: () => Promise.resolve(),
  } satisfies Partial<SqlAuditEvents>);
};
