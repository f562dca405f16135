import { defineRecord, type Recorded } from '../../../libs/records/index.js';
import { READ_AUDIT } from '../rights.record.js';
import { AuditEventItem, AuditItem } from './audit-answers.js';

const rights = { read: READ_AUDIT, save: READ_AUDIT, delete: READ_AUDIT };

/** Fields for searching entries, which have no record routes. */
export const searchedEntry = defineRecord<AuditItem & Recorded>({
  resource: 'auditEntry',
  record: AuditItem,
  room: 'audit',
  path: 'audit',
  title: { one: 'audit entry', many: 'audit entries' },
  table: 'audit_entry',
  rights,
  ids: 'made',
  unique: [],
  service: 'auditTrailV1',
});

export const searchedEvent = defineRecord<AuditEventItem>({
  resource: 'auditEvent',
  record: AuditEventItem,
  room: 'audit',
  path: 'audit/events',
  title: { one: 'audit event', many: 'audit events' },
  table: 'audit_event',
  rights,
  ids: 'made',
  unique: [],
  service: 'auditTrailV1',
});
