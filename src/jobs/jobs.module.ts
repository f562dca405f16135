import { Global, Module } from '@nestjs/common';
import { JobQueue } from '../../libs/jobs/index.js';
import { JobFilesController } from './adapters/rest/job-files.controller.js';
import { SqlJobQueue } from './adapters/sql/sql-job-queue.js';
import { PersonalDataInJobs } from './adapters/sql/personal-data-in-jobs.js';
import { SqlStoredJobs } from './adapters/sql/sql-stored-jobs.js';
import { SeeJobs } from './application/see-jobs.js';
import { StoredJobs } from './ports/stored-jobs.js';

/** Jobs in the database. Global, because any module can start jobs. */
@Global()
@Module({
  controllers: [JobFilesController],
  providers: [
    { provide: JobQueue, useClass: SqlJobQueue },
    { provide: StoredJobs, useClass: SqlStoredJobs },
    SeeJobs,
    PersonalDataInJobs,
  ],
  exports: [JobQueue, SeeJobs, PersonalDataInJobs],
})
export class JobsModule {}
