import { type DynamicModule, Module } from '@nestjs/common';
import type { Installation } from '../../libs/manifest/index.js';
import { FileSettings } from './application/file-settings.js';
import { DocumentSettings } from './application/settings.js';
import { DocumentFilesModule } from './document-files.module.js';
import { DocumentRecordsModule } from './document-records.module.js';
import { DocumentViewsModule } from './document-views.module.js';
import type { CustomerDocumentsSettings } from './settings.js';

const MIB = 1024 * 1024;

/** Documents, their files, and who sees them. */
@Module({})
export class CustomerDocumentsModule {
  static with(settings: CustomerDocumentsSettings, { secret }: Installation): DynamicModule {
    const files = DocumentFilesModule.with(
      new DocumentSettings({ externalHosts: settings.EXTERNAL_HOSTS, linkSeconds: settings.LINK_SECONDS, secret }),
      new FileSettings({
        maxBytes: settings.FILE_MAX_MB * MIB,
        extensions: settings.FILE_EXTENSIONS,
        storageUrl: settings.STORAGE_URL,
      }),
    );
    const records = DocumentRecordsModule.over(files);
    return {
      module: CustomerDocumentsModule,
      imports: [files, records, DocumentViewsModule.over(files)],
      exports: [files, records],
    };
  }
}
