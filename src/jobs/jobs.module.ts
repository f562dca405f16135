import { Global, Module } from '@nestjs/common';
import { JobQueue } from '../../libs/jobs/index.js';
import { JobFilesController } from './adapters/rest/job-files.controller.js';
import { SqlJobQueue } from './adapters/sql/sql-job-queue.js';
import { PersonalDataInJobs } from './adapters/sql/personal-data-in-jobs.js';
import { SqlKeptJobs } from './adapters/sql/sql-kept-jobs.js';
import { SeeJobs } from './application/see-jobs.js';
import { KeptJobs } from './ports/kept-jobs.js';

/** Jobs in the database. Global, because any module can start jobs. */
@Global()
@Module({
  controllers: [JobFilesController],
  providers: [
    { provide: JobQueue, useClass: SqlJobQueue },
    { provide: KeptJobs, useClass: SqlKeptJobs },
    SeeJobs,
    PersonalDataInJobs,
  ],
  exports: [JobQueue, SeeJobs, PersonalDataInJobs],
})
export class JobsModule {}
