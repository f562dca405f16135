import { Module } from '@nestjs/common';
import { ImportJobController } from './adapters/rest/import-job.controller.js';

/** The routes of CSV import and export. The services are created with all modules. */
@Module({ controllers: [ImportJobController] })
export class ImportExportRoutesModule {}
