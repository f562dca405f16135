import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { Clock, SecurityEvents, Transactions } from '../../libs/kernel/index.js';
import type { RoomManifest } from '../../libs/manifest/index.js';
import {
  RecordIds,
  RecordStore,
  References,
  Resources,
  type ResourceService,
  serviceOf,
  RecordBytes,
  RowSavers,
} from '../../libs/records/index.js';
import {
  LevelPriceSettings,
  type Product,
  productResource,
  type ProductTierPrice,
  productTierPriceResource,
  type Website,
  websiteResource,
} from '../commerce/index.js';
import { LocalCsvFiles } from './adapters/csv/csv-files.js';
import { CsvExportJob, CsvImportJob } from './adapters/csv/csv-jobs.js';
import { FileRights } from './application/file-rights.js';
import { ExportRecords } from './application/export-records.js';
import { CsvFiles } from './ports/csv-files.js';
import { ImportExportSettings } from './settings.js';
import { ImportBook } from './application/import-book.js';
import { RecordBook } from './application/record-book.js';
import { inLoadingOrder, type RecordFile, recordFileOf, resourcesInFiles } from './application/record-file.js';
import { settleWholesale, type Shop } from './application/settle-wholesale.js';
import { wholesaleFiles } from './application/wholesale-files.js';
import { madeInput, WHOLESALE_FILES } from './domain/wholesale.js';

/** The resources with the keys that files use, and the files themselves. */
class FileResources {
  readonly all: Resources;
  readonly files: readonly RecordFile[];

  /** Every resource that a manifest declares for rows has a file, even if its module is not installed. */
  constructor(resources: Resources, manifests: readonly RoomManifest[]) {
    this.all = resourcesInFiles(resources);
    const given = manifests.flatMap((room) => [
      ...(room.services ?? []),
      ...(room.rowSavers ?? []).map(([one]) => one),
    ]);
    const names = new Set(given.map(({ resource }) => resource));
    const own = this.all.all.filter(({ resource }) => names.has(resource));
    this.files = inLoadingOrder(own.map((resource) => recordFileOf(resource, this.all)));
  }
}

const RECORDS: readonly Provider[] = [
  {
    provide: FileRights,
    inject: [FileResources, RowSavers, References],
    useFactory: ({ files }: FileResources, savers: RowSavers, references: References) =>
      new FileRights(files, savers, references),
  },
  { provide: CsvFiles, useClass: LocalCsvFiles },
  CsvImportJob,
  CsvExportJob,
  {
    provide: RecordIds,
    inject: [References, RecordStore, FileResources],
    useFactory: (references: References, store: RecordStore, { all }: FileResources) =>
      new RecordIds(references, store, all),
  },
  {
    provide: RecordBook,
    inject: [FileResources, RowSavers, RecordStore, RecordIds, RecordBytes, Transactions, Clock],
    useFactory: (
      { all: resources, files }: FileResources,
      savers: RowSavers,
      store: RecordStore,
      ids: RecordIds,
      bytes: RecordBytes,
      transactions: Transactions,
      clock: Clock,
    ) => new RecordBook({ files, savers, store, resources, ids, bytes, transactions, clock }),
  },
  {
    provide: ExportRecords,
    inject: [FileResources, RowSavers, RecordStore, RecordIds, RecordBytes, Transactions, SecurityEvents],
    useFactory: (
      { all: resources, files }: FileResources,
      savers: RowSavers,
      store: RecordStore,
      ids: RecordIds,
      bytes: RecordBytes,
      transactions: Transactions,
      events: SecurityEvents,
    ) => new ExportRecords({ files, savers, store, resources, ids, bytes, transactions, events }),
  },
];

const WHOLESALE: Provider = {
  provide: ImportBook,
  inject: [
    RowSavers,
    References,
    Transactions,
    serviceOf(websiteResource),
    serviceOf(productResource),
    serviceOf(productTierPriceResource),
    LevelPriceSettings,
    Clock,
  ],
  useFactory: (
    savers: RowSavers,
    references: References,
    transactions: Transactions,
    websites: ResourceService<Website>,
    products: ResourceService<Product>,
    tiers: ResourceService<ProductTierPrice>,
    priceSettings: Shop['priceSettings'],
    clock: Clock,
  ) =>
    new ImportBook({
      filesOf: () => Promise.resolve(wholesaleFiles(WHOLESALE_FILES, { savers, references, madeInput })),
      transactions,
      clock,
      settle: settleWholesale({ websites, products, tiers, priceSettings, transactions }),
    }),
};

/** CSV import and export: services for commands, routes and jobs. */
@Global()
@Module({})
export class ImportExportModule {
  static with(manifests: readonly RoomManifest[], settings: ImportExportSettings): DynamicModule {
    return {
      module: ImportExportModule,
      providers: [
        {
          provide: FileResources,
          inject: [Resources],
          useFactory: (resources: Resources) => new FileResources(resources, manifests),
        },
        { provide: ImportExportSettings, useValue: settings },
        ...RECORDS,
        WHOLESALE,
      ],
      exports: [ImportBook, RecordBook, ExportRecords, FileRights, CsvImportJob, CsvExportJob, CsvFiles],
    };
  }
}
