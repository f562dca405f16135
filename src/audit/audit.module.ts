import { Global, Module } from '@nestjs/common';
import { AuditExportJob } from './adapters/csv/audit-export-job.js';
import { KeepChain } from './adapters/process/keep-chain.js';
import { KeepEvents } from './adapters/process/keep-events.js';
import { SqlAuditChain } from './adapters/sql/sql-audit-chain.js';
import { SqlAuditEntries } from './adapters/sql/sql-audit-entries.js';
import { SqlAuditEvents } from './adapters/sql/sql-audit-events.js';
import { PersonalDataInAudit } from './adapters/sql/personal-data-in-audit.js';
import { ExtendChain, ForgetDays } from './application/extend-chain.js';
import { VerifyChain } from './application/verify-chain.js';
import { AuditChain } from './ports/audit-chain.js';
import { AuditEntriesFound } from './ports/audit-entries.js';

/** The audit trail. Global, because webhooks read its numbered entries. */
@Global()
@Module({
  providers: [
    { provide: AuditChain, useClass: SqlAuditChain },
    { provide: AuditEntriesFound, useClass: SqlAuditEntries },
    SqlAuditEvents,
    AuditExportJob,
    ExtendChain,
    ForgetDays,
    KeepChain,
    KeepEvents,
    PersonalDataInAudit,
    VerifyChain,
  ],
  exports: [AuditChain, AuditEntriesFound, AuditExportJob, ExtendChain, ForgetDays, PersonalDataInAudit, VerifyChain],
})
export class AuditModule {}
