import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import {
  migrate,
  type Migration,
  parseDatabaseUrl,
  type Persistence,
  PersistenceModule,
} from '../libs/database/index.js';
import type { Resource } from '../libs/records/index.js';
import { WireModule, operationControllers } from '../libs/rest/index.js';
import { WireSettings } from '../libs/web/index.js';
import { AccessModule } from './access/access.module.js';
import { AccessSettings, FirstAdministrator, ForgetAttempts } from './access/index.js';
import { CommerceModule } from './commerce/commerce.module.js';
import { processesBeside, rememberedBytes } from './boot/container-memory.js';
import { CustomerDocumentsModule } from './customer-documents/customer-documents.module.js';
import { DocumentSettings, FileSettings, LogDownloads } from './customer-documents/index.js';
import { DppModule } from './dpp/dpp.module.js';
import { DppSettings, ShipTemplates } from './dpp/index.js';
import { ImportExportModule } from './import-export/import-export.module.js';
import { QuoteLimits } from './pricing-calc/index.js';
import { PricingCalcModule } from './pricing-calc/pricing-calc.module.js';
import { PricingCategoryModule } from './pricing-category/pricing-category.module.js';
import { PricingCustomerModule } from './pricing-customer/pricing-customer.module.js';
import { PricingListModule } from './pricing-list/pricing-list.module.js';
import { PricingMatrixModule } from './pricing-matrix/pricing-matrix.module.js';
import { ADD_ON_NAMES } from './config/setting-domains.js';
import type { Settings } from './config/settings.js';
import { keptSecret, passingSecret } from './boot/token-secret.js';
import { VERSION } from './boot/version.js';
import { CacheModule } from '../libs/cache/index.js';
import { AllRooms, type RoomManifest, InstalledRoomsModule } from '../libs/manifest/index.js';
import { ACCESS_ROOM } from './access/room.js';
import { COMMERCE_ROOM } from './commerce/room.js';
import { PRICING_CUSTOMER_ROOM } from './pricing-customer/room.js';
import { PRICING_LIST_ROOM } from './pricing-list/room.js';
import { PRICING_CATEGORY_ROOM } from './pricing-category/room.js';
import { PRICING_MATRIX_ROOM } from './pricing-matrix/room.js';
import { PRICING_CALC_ROOM } from './pricing-calc/room.js';
import { DPP_ROOM } from './dpp/room.js';
import { CUSTOMER_DOCUMENTS_ROOM } from './customer-documents/room.js';
import type { Operation } from '../libs/operations/index.js';

/** What the application is built for: to answer requests, or one command. */
type Face = 'server' | 'command';

interface Room {
  readonly manifest: RoomManifest;
  readonly module: (settings: Settings, face: Face) => DynamicModule | Promise<DynamicModule>;
}

const MIB = 1024 * 1024;
/** A price question, and so much for each line where more than the usual 500 are allowed. */
const QUESTION_BYTES = MIB / 4;
const LINE_BYTES = 512;

const dppSettings = (settings: Settings): DppSettings =>
  new DppSettings({
    publicBaseUrl: settings.PUBLIC_BASE_URL ?? `http://localhost:${settings.PORT}`,
    // GraphQL knows nobody who has signed in.
    graphqlLanding: settings.GRAPHQL_LANDING && settings.API_DOCS === 'public',
    checkMs: settings.PASSPORT_CHECK_MS,
    checkProcesses: processesBeside(settings.PASSPORT_CHECK_PROCESSES),
    checkMb: settings.PASSPORT_CHECK_MB,
  });

export const wireSettings = (settings: Settings): WireSettings =>
  new WireSettings({
    aclVendor: settings.ACL_VENDOR,
    pricingSegment: settings.PRICING_SEGMENT,
    pageSizeMax: settings.PAGE_SIZE_MAX,
    searchBudget: { filters: settings.SEARCH_FILTERS_MAX, values: settings.SEARCH_VALUES_MAX },
    bodyMaxBytes: settings.BODY_MAX_KB * 1024,
    bulkMaxBytes: settings.BULK_MAX_MB * MIB,
    questionMaxBytes: Math.max(QUESTION_BYTES, settings.PRICING_MAX_ITEMS * LINE_BYTES),
    maxConnections: settings.MAX_CONNECTIONS,
    apiDocs: settings.API_DOCS,
    trustedProxies: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS,
    openPaths: MANIFESTS.flatMap(({ openPaths = [] }) => openPaths),
    closedPaths: MANIFESTS.flatMap(({ closedPaths = [] }) => closedPaths),
    secretPaths: MANIFESTS.flatMap(({ secretPaths = [] }) => secretPaths),
    deadlines: {
      quote: settings.DEADLINE_QUOTE_S * 1000,
      read: settings.DEADLINE_READ_S * 1000,
      write: settings.DEADLINE_WRITE_S * 1000,
      bulk: settings.DEADLINE_BULK_S * 1000,
    },
    heavyOfOneCaller: settings.HEAVY_CALLS_PER_CALLER,
    heavyInAll: settings.HEAVY_CALLS,
    version: VERSION,
  });

const secretOf = ({ JWT_SECRET, DATABASE_URL }: Settings): string => {
  if (JWT_SECRET !== undefined) return JWT_SECRET;
  const target = parseDatabaseUrl(DATABASE_URL);
  return target.kind === 'sqlite' && target.file !== undefined ? keptSecret(target.file) : passingSecret();
};

const documentSettings = (settings: Settings): DocumentSettings =>
  new DocumentSettings({
    externalHosts: settings.EXTERNAL_HOSTS,
    linkSeconds: settings.LINK_SECONDS,
    secret: secretOf(settings),
  });

const fileSettings = (settings: Settings): FileSettings =>
  new FileSettings({
    maxBytes: settings.FILE_MAX_MB * MIB,
    extensions: settings.FILE_EXTENSIONS,
    storageUrl: settings.STORAGE_URL,
  });

/** All rooms, in the order in which their tables refer to each other, with what makes their modules. */
const ROOMS: readonly Room[] = [
  {
    manifest: ACCESS_ROOM,
    module: (settings) =>
      AccessModule.with(
        new AccessSettings({
          jwtSecret: secretOf(settings),
          jwtKeysFile: settings.JWT_KEYS_FILE,
          aclVendor: settings.ACL_VENDOR,
        }),
      ),
  },
  // Meets the port `CustomerCredentials` of access, for which it is visible everywhere.
  { manifest: COMMERCE_ROOM, module: () => ({ module: CommerceModule }) },
  { manifest: PRICING_CUSTOMER_ROOM, module: () => ({ module: PricingCustomerModule }) },
  { manifest: PRICING_LIST_ROOM, module: () => ({ module: PricingListModule }) },
  { manifest: PRICING_CATEGORY_ROOM, module: () => ({ module: PricingCategoryModule }) },
  { manifest: PRICING_MATRIX_ROOM, module: () => ({ module: PricingMatrixModule }) },
  {
    manifest: PRICING_CALC_ROOM,
    module: (settings) =>
      PricingCalcModule.with(
        new QuoteLimits({ maxItems: settings.PRICING_MAX_ITEMS, simulationMs: settings.SIMULATION_MAX_MS }),
      ),
  },
  { manifest: DPP_ROOM, module: (settings, face) => DppModule.with(dppSettings(settings), face) },
  {
    manifest: CUSTOMER_DOCUMENTS_ROOM,
    module: (settings) => CustomerDocumentsModule.with(documentSettings(settings), fileSettings(settings)),
  },
];

const MANIFESTS = ROOMS.map(({ manifest }) => manifest);

export const ALL_ROOMS = new AllRooms(MANIFESTS);

/** Of all rooms, also those that are left out: their tables stay (running.md, ADD_ONS). */
export const RESOURCES: readonly Resource[] = MANIFESTS.flatMap(({ resources }) => resources);

/** Of all rooms, likewise; the library brings those of what it keeps itself. */
export const MIGRATIONS: readonly Migration[] = MANIFESTS.flatMap(({ migrations }) => migrations);

const isInstalled = ({ manifest: { name } }: Room, { ADD_ONS }: Settings): boolean =>
  !(ADD_ON_NAMES as readonly string[]).includes(name) || ADD_ONS.includes(name);

/** What the installed rooms offer. */
export const operationsOf = (settings: Settings): readonly Operation[] =>
  ROOMS.filter((room) => isInstalled(room, settings)).flatMap(({ manifest }) => ALL_ROOMS.operationsOf(manifest));

/** The module of a room, with the routes of its operations. */
const withRoutes = async ({ manifest, module }: Room, settings: Settings, face: Face): Promise<DynamicModule> => {
  const own = await module(settings, face);
  const controllers = operationControllers(ALL_ROOMS.operationsOf(manifest));
  return { ...own, controllers: [...(own.controllers ?? []), ...controllers] };
};

@Module({})
class AppModule {}

/** The application: which rooms are installed, who meets whose ports, and how the schema is brought up to date. */
export const appModule = (
  settings: Settings,
  face: Face = 'command',
  bringUp: (persistence: Persistence) => Promise<unknown> = migrate,
): DynamicModule => {
  const rooms = ROOMS.filter((room) => isInstalled(room, settings)).map((room) => ({
    manifest: room.manifest,
    module: withRoutes(room, settings, face),
  }));
  return {
    module: AppModule,
    imports: [
      WireModule.with(wireSettings(settings)),
      PersistenceModule.register({
        resources: RESOURCES,
        migrations: MIGRATIONS,
        useFactory: () => ({
          url: settings.databaseAddress,
          pool: settings.DATABASE_POOL,
          // A command has no other requests that wait for it.
          ...(face === 'server' ? { readingProcesses: processesBeside(settings.SEARCH_PROCESSES) } : {}),
          migrate: settings.MIGRATE_AT_START,
          bringUp,
        }),
      }),
      CacheModule.with(rememberedBytes(settings.PRICING_MEMORY_MB)),
      ...rooms.map((room) => room.module),
      InstalledRoomsModule.with(rooms, ALL_ROOMS),
      ImportExportModule,
    ],
  };
};

/** Makes the administrator that the settings name, if there is none at all; tells whether it did. */
export const ensureAdministrator = async (app: INestApplicationContext, settings: Settings): Promise<boolean> => {
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = settings;
  if (ADMIN_USERNAME === undefined || ADMIN_PASSWORD === undefined) return false;
  return app.get(FirstAdministrator).ensure(ADMIN_USERNAME, ADMIN_PASSWORD);
};

/** Forgets attempts of sign-in that nothing is decided by any more. */
export const forgetAttempts = (app: INestApplicationContext): Promise<void> => app.get(ForgetAttempts).old();

/** Removes the entries of the log of downloads that are older than so many days. */
export const pruneDownloads = (app: INestApplicationContext, days: number): Promise<void> =>
  app.get(LogDownloads, { strict: false }).prune(days);

/** Puts in the templates of product passports that come with the house, where that room is installed. */
export const ensureTemplates = async (app: INestApplicationContext, { ADD_ONS }: Settings): Promise<void> => {
  if (ADD_ONS.includes('dpp')) await app.get(ShipTemplates, { strict: false }).ensure();
};
