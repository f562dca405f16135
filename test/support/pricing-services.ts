import { ACCESS_ROOM } from '../../src/access/room.js';
import { COMMERCE_ROOM } from '../../src/commerce/room.js';
import { PRICING_CALC_ROOM } from '../../src/pricing-calc/room.js';
import { PRICING_MATRIX_ROOM } from '../../src/pricing-matrix/room.js';
import { PRICING_CATEGORY_ROOM } from '../../src/pricing-category/room.js';
import { PRICING_LIST_ROOM } from '../../src/pricing-list/room.js';
import { PRICING_CUSTOMER_ROOM } from '../../src/pricing-customer/room.js';
import { Clock, SecurityEvents } from '../../libs/kernel/index.js';
import { PersistenceModule } from '../../libs/database/index.js';
import { ForgetAttempts, Passwords } from '../../src/access/index.js';
import { CsvFiles } from '../../src/import-export/index.js';
import { LocalCsvFiles } from '../../src/import-export/adapters/csv/csv-files.js';
import { CommerceServicesModule } from '../../src/commerce/commerce-services.module.js';
import { PricingCalcServicesModule } from '../../src/pricing-calc/pricing-calc-services.module.js';
import { PricingCategoryModule } from '../../src/pricing-category/pricing-category.module.js';
import { PricingCustomerModule } from '../../src/pricing-customer/pricing-customer.module.js';
import { PricingListModule } from '../../src/pricing-list/pricing-list.module.js';
import { PricingMatrixModule } from '../../src/pricing-matrix/pricing-matrix.module.js';
import { FORGETS_ATTEMPTS, HeardEvents } from './access.js';
import { type DatabaseKind, migratedDatabase } from './databases.js';
import { CacheModule } from '../../libs/cache/index.js';
import { AllRooms, type InstalledRoom, InstalledRoomsModule } from '../../libs/manifest/index.js';
import { Global, type INestApplicationContext, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';

/** No caller signs in here. */
const passwords = new Passwords({
  hash: (password) => Promise.resolve(password),
  verify: () => Promise.resolve(false),
  pretend: () => Promise.resolve(),
});

@Global()
@Module({
  providers: [
    { provide: Passwords, useValue: passwords },
    { provide: SecurityEvents, useClass: HeardEvents },
    FORGETS_ATTEMPTS,
    { provide: CsvFiles, useClass: LocalCsvFiles },
  ],
  exports: [Passwords, SecurityEvents, ForgetAttempts, CsvFiles],
})
class AssemblyModule {}

export interface PricingServices {
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

const MEMORY_BYTES = 16 * 1024 * 1024;

interface PricingOptions {
  readonly now?: () => Date;
  readonly memoryBytes?: number;
  readonly migrate?: boolean;
}

const PRICING: readonly InstalledRoom[] = [
  { manifest: PRICING_CUSTOMER_ROOM, module: { module: PricingCustomerModule } },
  { manifest: PRICING_LIST_ROOM, module: { module: PricingListModule } },
  { manifest: PRICING_CATEGORY_ROOM, module: { module: PricingCategoryModule } },
  { manifest: PRICING_MATRIX_ROOM, module: { module: PricingMatrixModule } },
  {
    manifest: PRICING_CALC_ROOM,
    module: PricingCalcServicesModule.with({ PRICING_MAX_ITEMS: 500, SIMULATION_MAX_MS: 60_000 }),
  },
];

const ALL = new AllRooms([ACCESS_ROOM, COMMERCE_ROOM, ...PRICING.map(({ manifest }) => manifest)]);

/** Commerce and all pricing modules on a database, without HTTP; with a cache, as in a server. */
export const pricingOn = async (
  url: string,
  { now = () => new Date(), memoryBytes = MEMORY_BYTES, migrate = false }: PricingOptions = {},
): Promise<INestApplicationContext> => {
  const module = await Test.createTestingModule({
    imports: [
      PersistenceModule.register({
        resources: ALL.manifests.flatMap(({ resources }) => resources),
        migrations: ALL.manifests.flatMap(({ migrations }) => migrations),
        useFactory: () => ({ url, migrate }),
      }),
      CacheModule.with(memoryBytes),
      AssemblyModule,
      CommerceServicesModule,
      ...PRICING.map(({ module: room }) => room),
      InstalledRoomsModule.with(PRICING, ALL),
    ],
  })
    .overrideProvider(Clock)
    .useValue({ now })
    .compile();
  return module.init();
};

/** Same as `pricingOn`, on a new database. */
export const openPricing = async (kind: DatabaseKind, options: PricingOptions = {}): Promise<PricingServices> => {
  const database = await migratedDatabase(kind);
  const app = await pricingOn(database.url, options);
  return {
    app,
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
};
