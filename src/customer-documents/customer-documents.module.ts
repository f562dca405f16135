import { type DynamicModule, Module } from '@nestjs/common';
import type { FileSettings } from './application/file-settings.js';
import type { DocumentSettings } from './application/settings.js';
import { DocumentFilesModule } from './document-files.module.js';
import { DocumentRecordsModule } from './document-records.module.js';
import { DocumentViewsModule } from './document-views.module.js';

/** Documents, their files, and who sees them. */
@Module({})
export class CustomerDocumentsModule {
  static with(settings: DocumentSettings, fileSettings: FileSettings): DynamicModule {
    const files = DocumentFilesModule.with(settings, fileSettings);
    const records = DocumentRecordsModule.over(files);
    return {
      module: CustomerDocumentsModule,
      imports: [files, records, DocumentViewsModule.over(files)],
      exports: [files, records],
    };
  }
}
