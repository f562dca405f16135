import { Module, type Provider } from '@nestjs/common';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import {
  type Recorded,
  RecordStore,
  References,
  type Resource,
  Resources,
  type ResourceService,
  serviceOf,
  RecordServices,
  RecordBytes,
} from '../../libs/records/index.js';
import {
  type Level,
  LevelPriceSettings,
  type Product,
  productResource,
  type ProductTierPrice,
  productTierPriceResource,
  type Website,
  websiteResource,
} from '../commerce/index.js';
import { ExportRecords } from './application/export-records.js';
import { ImportBook } from './application/import-book.js';
import { RecordBook } from './application/record-book.js';
import { inLoadingOrder, type RecordFile, recordFileOf, resourcesInFiles } from './application/record-file.js';
import { RecordIds } from './application/record-ids.js';
import { Savers } from './application/savers.js';
import { SettingsSaver } from './application/settings-saver.js';
import { settleWholesale, type Shop } from './application/settle-wholesale.js';
import { wholesaleFiles } from './application/wholesale-files.js';
import { madeInput, WHOLESALE_FILES } from './domain/wholesale.js';

const RECORD_FILES = 'import-export:record-files';

/** The rooms whose records are files, in this order; those of `access` are nobody's to carry away. */
const AREAS = [
  'commerce',
  'pricing-customer',
  'pricing-list',
  'pricing-category',
  'pricing-matrix',
  'customer-documents',
];

/** Rows of other tables that their owner's file holds (a product's lists), that hold secrets, or that only log. */
const NO_FILES = ['productCategory', 'productWebsitePrice', 'customerAccount', 'documentDownload'];

const PRICE_SETTINGS = 'priceSettings';

/** The resources as files tell their records apart. */
class FileResources {
  readonly all: Resources;

  constructor(resources: Resources) {
    this.all = resourcesInFiles(resources);
  }
}

const recordFiles = ({ all: resources }: FileResources): readonly RecordFile[] =>
  inLoadingOrder(
    AREAS.flatMap((area) => resources.all.filter(({ room }) => room === area))
      .filter(({ resource }) => !NO_FILES.includes(resource))
      .map((resource) => recordFileOf(resource, resources)),
  );

const settingsSaver = (
  levels: LevelPriceSettings<Level & Recorded>,
  store: RecordStore,
  resources: Resources,
): SettingsSaver => {
  const resource = resources.named(PRICE_SETTINGS) as unknown as Resource<Level & Recorded>;
  const [key] = resource.unique;
  if (!key) throw new Error('price settings have no key');
  return new SettingsSaver({ levels, records: store.of(resource), key });
};

const RECORDS: readonly Provider[] = [
  { provide: FileResources, inject: [Resources], useFactory: (resources: Resources) => new FileResources(resources) },
  { provide: RECORD_FILES, inject: [FileResources], useFactory: recordFiles },
  {
    provide: RecordIds,
    inject: [References, RecordStore, FileResources],
    useFactory: (references: References, store: RecordStore, { all }: FileResources) =>
      new RecordIds(references, store, all),
  },
  {
    provide: Savers,
    inject: [RecordServices, LevelPriceSettings, RecordStore, Resources],
    useFactory: (services: RecordServices, ...parts: Parameters<typeof settingsSaver>) =>
      new Savers(services, new Map([[PRICE_SETTINGS, settingsSaver(...parts)]])),
  },
  {
    provide: RecordBook,
    inject: [RECORD_FILES, Savers, RecordIds, RecordBytes, Transactions, Clock],
    useFactory: (
      files: readonly RecordFile[],
      savers: Savers,
      ids: RecordIds,
      bytes: RecordBytes,
      transactions: Transactions,
      clock: Clock,
    ) => new RecordBook({ files, savers, ids, bytes, transactions, clock }),
  },
  {
    provide: ExportRecords,
    inject: [RECORD_FILES, Savers, RecordStore, FileResources, RecordIds, RecordBytes, Transactions],
    useFactory: (
      files: readonly RecordFile[],
      savers: Savers,
      store: RecordStore,
      { all: resources }: FileResources,
      ids: RecordIds,
      bytes: RecordBytes,
      transactions: Transactions,
    ) => new ExportRecords({ files, savers, store, resources, ids, bytes, transactions }),
  },
];

const WHOLESALE: Provider = {
  provide: ImportBook,
  inject: [
    Savers,
    References,
    Transactions,
    serviceOf(websiteResource),
    serviceOf(productResource),
    serviceOf(productTierPriceResource),
    LevelPriceSettings,
    Clock,
  ],
  useFactory: (
    savers: Savers,
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

/** CSV in and out. Its commands take their services from here; it has no routes. */
@Module({
  providers: [...RECORDS, WHOLESALE],
  exports: [ImportBook, RecordBook, ExportRecords],
})
export class ImportExportModule {}
