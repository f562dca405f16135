import { type DynamicModule, Module } from '@nestjs/common';
import type { Installation } from '../../libs/manifest/index.js';
import { DocumentFilesModule } from './document-files.module.js';
import { DocumentRecordsModule } from './document-records.module.js';
import { DocumentViewsModule } from './document-views.module.js';
import type { CustomerDocumentsSettings } from './settings.js';

@Module({})
export class CustomerDocumentsModule {
  static with(settings: CustomerDocumentsSettings, { mode, secret, externalHosts }: Installation): DynamicModule {
    const files = DocumentFilesModule.with(settings, mode);
    const records = DocumentRecordsModule.over(externalHosts, files);
    return {
      module: CustomerDocumentsModule,
      imports: [files, records, DocumentViewsModule.with(secret, files)],
      exports: [files, records],
    };
  }
}
