import { type DynamicModule, Logger, Module, type Provider } from '@nestjs/common';
import { Clock, SecurityEvents, Transactions } from '../../libs/kernel/index.js';
import type { Installation } from '../../libs/manifest/index.js';
import { MagicBytes } from './adapters/content/magic-bytes.js';
import { FilesController } from './adapters/rest/files.controller.js';
import { ServeFile } from './adapters/rest/serve-file.js';
import { scannerOf } from './adapters/scan/clamd-scanner.js';
import { storeOf } from './adapters/storage/store-of.js';
import { TypeOrmScanStates } from './adapters/typeorm/typeorm-scan-states.js';
import { ScanFiles } from './application/scan-files.js';
import { VirusScanner, ScanStates } from './ports/virus-scanner.js';
import { SqlBlobRows } from './adapters/sql/sql-blob-rows.js';
import { SqlFileRecords } from './adapters/sql/sql-file-records.js';
import { ReadFile, DocumentBytes } from './application/read-file.js';
import { StoreFile } from './application/store-file.js';
import { CheckFiles } from './application/check-files.js';
import { SweepFiles } from './application/sweep-files.js';
import { BlobStore, FileContents } from './ports/blob-store.js';
import { FileRecords } from './ports/file-records.js';
import { CustomerDocumentsSettings } from './settings.js';

const PROVIDERS: readonly Provider[] = [
  {
    provide: BlobStore,
    inject: [CustomerDocumentsSettings],
    useFactory: ({ STORAGE_URL }: CustomerDocumentsSettings) => storeOf(STORAGE_URL),
  },
  {
    provide: VirusScanner,
    inject: [CustomerDocumentsSettings],
    useFactory: (own: CustomerDocumentsSettings) => scannerOf(own.CLAMAV_URL),
  },
  { provide: ScanStates, useClass: TypeOrmScanStates },
  SqlBlobRows,
  { provide: FileRecords, useClass: SqlFileRecords },
  { provide: FileContents, useClass: MagicBytes },
  StoreFile,
  ReadFile,
  CheckFiles,
  SweepFiles,
  ServeFile,
];

const log = new Logger('documents');

const scanning = (isServer: boolean): Provider => ({
  provide: ScanFiles,
  inject: [VirusScanner, ScanStates, BlobStore, Transactions, SecurityEvents, Clock],
  useFactory: (
    scanner: VirusScanner,
    states: ScanStates,
    store: BlobStore,
    transactions: Transactions,
    events: SecurityEvents,
    clock: Clock,
  ) => {
    const failed = (error: unknown): void => log.warn(`virus scan failed: ${String(error)}`);
    return new ScanFiles({ scanner, states, store, transactions, events, clock, failed }, isServer);
  },
});

/** Storage, upload, download and virus scan of document files. */
@Module({})
export class DocumentFilesModule {
  static with(settings: CustomerDocumentsSettings, mode: Installation['mode']): DynamicModule {
    return {
      module: DocumentFilesModule,
      controllers: [FilesController],
      providers: [
        { provide: CustomerDocumentsSettings, useValue: settings },
        ...PROVIDERS,
        scanning(mode === 'server'),
        DocumentBytes,
      ],
      exports: [
        CustomerDocumentsSettings,
        FileRecords,
        ReadFile,
        ScanFiles,
        ServeFile,
        StoreFile,
        CheckFiles,
        SweepFiles,
        DocumentBytes,
      ],
    };
  }
}
