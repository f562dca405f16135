import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { MagicBytes } from './adapters/content/magic-bytes.js';
import { FilesController } from './adapters/rest/files.controller.js';
import { ServeFile } from './adapters/rest/serve-file.js';
import { storeOf } from './adapters/storage/store-of.js';
import { SqlBlobRows } from './adapters/sql/sql-blob-rows.js';
import { SqlFileRecords } from './adapters/sql/sql-file-records.js';
import { ReadFile } from './application/read-file.js';
import { StoreFile } from './application/store-file.js';
import { SweepFiles } from './application/sweep-files.js';
import { BlobStore } from './ports/blob-store.js';
import { DocumentFiles } from './ports/document-files.js';
import { FileContents } from './ports/file-contents.js';
import { FileRecords } from './ports/file-records.js';
import { CustomerDocumentsSettings } from './settings.js';
import { DocumentBytes } from './application/document-bytes.js';

const PROVIDERS: readonly Provider[] = [
  {
    provide: BlobStore,
    inject: [CustomerDocumentsSettings],
    useFactory: ({ STORAGE_URL }: CustomerDocumentsSettings) => storeOf(STORAGE_URL),
  },
  SqlBlobRows,
  { provide: FileRecords, useClass: SqlFileRecords },
  { provide: DocumentFiles, useExisting: FileRecords },
  { provide: FileContents, useClass: MagicBytes },
  StoreFile,
  ReadFile,
  SweepFiles,
  ServeFile,
];

/** The files of documents: where they lie, how they come in and go out. */
@Module({})
export class DocumentFilesModule {
  static with(settings: CustomerDocumentsSettings): DynamicModule {
    return {
      module: DocumentFilesModule,
      controllers: [FilesController],
      providers: [{ provide: CustomerDocumentsSettings, useValue: settings }, ...PROVIDERS, DocumentBytes],
      exports: [
        CustomerDocumentsSettings,
        DocumentFiles,
        FileRecords,
        ReadFile,
        ServeFile,
        StoreFile,
        SweepFiles,
        DocumentBytes,
      ],
    };
  }
}
