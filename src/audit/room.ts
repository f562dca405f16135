import { READ_AUDIT } from './rights.record.js';
import { HOUR_MS, type RoomManifest } from '../../libs/manifest/index.js';
import { jobKind } from '../../libs/operations/index.js';
import { AuditExportJob } from './adapters/csv/audit-export-job.js';
import { AUDIT_OPERATIONS } from './application/audit-operations.js';
import { EXPORT_AUDIT_JOB, EXPORT_AUDIT_OPERATION } from './application/export-job.js';
import { KeepChain } from './adapters/process/keep-chain.js';
import { AuditChain } from './ports/audit-chain.js';
import { ForgetDays } from './application/extend-chain.js';
import { AUDIT_MIGRATIONS } from './migrations/index.js';
import { AuditSettings } from './settings.js';
import { PersonalDataInAudit } from './adapters/sql/personal-data-in-audit.js';

export const AUDIT_ROOM: RoomManifest<AuditSettings> = {
  name: 'audit',
  chapter: {
    title: 'Audit trail',
    about:
      'Changes to records with caller, time and interface; security events such as rejected sign-ins and data exports.',
  },
  settings: AuditSettings,
  resources: [],
  migrations: AUDIT_MIGRATIONS,
  rights: [{ name: READ_AUDIT, title: 'Read the whole audit trail' }],
  operations: [EXPORT_AUDIT_OPERATION, ...AUDIT_OPERATIONS],
  jobs: [jobKind({ ...EXPORT_AUDIT_JOB, adapter: AuditExportJob })],
  schedules: [
    {
      name: 'audit chain',
      every: 1_000,
      once: 'cluster',
      failure: 'the audit trail could not be extended',
      limitMs: 5_000,
      // Commands extend the chain too, so they share this lease.
      lease: (find) => find(AuditChain),
      isNeeded: (find) => find(AuditChain).isWaiting(),
      run: ({ find }) => find(KeepChain).extend(),
    },
    {
      name: 'audit events',
      every: 1_000,
      once: 'process',
      failure: 'the audit trail could not be extended',
      limitMs: 5_000,
      run: ({ find }) => find(KeepChain).seal(),
    },
    {
      name: 'audit trail',
      every: HOUR_MS,
      once: 'process',
      failure: 'old data could not be deleted: audit trail',
      run: ({ find }, { AUDIT_DAYS }) => find(ForgetDays).forget(AUDIT_DAYS),
    },
  ],
  personal: {
    traces: { tables: ['audit_act', 'audit_entry', 'audit_record', 'audit_event'], in: PersonalDataInAudit },
  },
};
