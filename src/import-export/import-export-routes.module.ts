import { Module } from '@nestjs/common';
import { ImportJobController } from './adapters/rest/import-job.controller.js';

/** The routes of CSV in and out; what does the work is put together with all rooms. */
@Module({ controllers: [ImportJobController] })
export class ImportExportRoutesModule {}
