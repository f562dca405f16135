import { hash } from 'node:crypto';
import { Global, Module } from '@nestjs/common';
import { PassportVersions } from '../versions/index.js';
import { AnswersController } from './adapters/rest/answers.controller.js';
import { RegistryExportJob } from './adapters/rest/registry-export-job.js';
import { SqlRegistryEntries } from './adapters/sql/sql-registry-entries.js';
import { AcceptAnswers } from './application/accept-answers.js';
import { QueueRegistrations } from './application/queue-registrations.js';
import { ExportRegistry, RegisteredVersions } from './application/export-registry.js';
import { RegistryStatus } from './application/registry-status.js';
import { RemindOfProofs } from './application/remind-of-proofs.js';
import { RegistryEntries } from './ports/registry-entries.js';

/** Entries for the EU registry of product passports: queue, export files and answers. */
@Global()
@Module({
  controllers: [AnswersController],
  providers: [
    { provide: RegistryEntries, useClass: SqlRegistryEntries },
    {
      provide: RegisteredVersions,
      inject: [PassportVersions],
      useFactory: (versions: PassportVersions) => new RegisteredVersions(versions, (text) => hash('sha256', text)),
    },
    AcceptAnswers,
    ExportRegistry,
    QueueRegistrations,
    RegistryExportJob,
    RegistryStatus,
    RemindOfProofs,
  ],
  exports: [RegistryEntries, RegisteredVersions, QueueRegistrations, RegistryStatus],
})
export class RegistryModule {}
