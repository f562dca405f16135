import { AuditChain } from '../../src/audit/ports/audit-chain.js';
import { AuditEvents } from '../../src/audit/ports/audit-entries.js';
import type { TestApp } from './app.js';

/** Takes from an application what the audit trail does by the second: numbers of entries, and counts of events. */
export const withoutSeconds = (app: TestApp): void => {
  Object.assign(app.get<AuditChain>(AuditChain), {
    acquire: () => Promise.resolve(false),
  } satisfies Partial<AuditChain>);
  Object.assign(app.get<AuditEvents>(AuditEvents), { add: () => Promise.resolve() } satisfies Partial<AuditEvents>);
};
