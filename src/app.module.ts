import { type DynamicModule, Global, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { migrate, parseDatabaseUrl, type Persistence, PersistenceModule } from '../libs/persistence/index.js';
import { PriceLint, PriceSources } from '../libs/pricing/index.js';
import type { Resource } from '../libs/records/index.js';
import { WireModule, WireSettings } from '../libs/webapi/index.js';
import { AccessModule } from './access/access.module.js';
import { ACCESS_RESOURCES, AccessSettings, FirstAdministrator, ForgetAttempts } from './access/index.js';
import { CommerceModule } from './commerce/commerce.module.js';
import { COMMERCE_RESOURCES } from './commerce/index.js';
import { processesBeside, rememberedBytes } from './container-memory.js';
import { CustomerDocumentsModule } from './customer-documents/customer-documents.module.js';
import {
  CUSTOMER_DOCUMENT_RESOURCES,
  DocumentSettings,
  FileSettings,
  LogDownloads,
} from './customer-documents/index.js';
import { DppModule } from './dpp/dpp.module.js';
import { DPP_RESOURCES, DppSettings, ShipTemplates } from './dpp/index.js';
import { ImportExportModule } from './import-export/import-export.module.js';
import { QuoteLimits } from './pricing-calc/index.js';
import { PricingCalcModule } from './pricing-calc/pricing-calc.module.js';
import { CATEGORY_PRICE_RESOURCES } from './pricing-category/index.js';
import { PricingCategoryModule } from './pricing-category/pricing-category.module.js';
import { CUSTOMER_PRICE_RESOURCES } from './pricing-customer/index.js';
import { PricingCustomerModule } from './pricing-customer/pricing-customer.module.js';
import { PRICE_LIST_RESOURCES } from './pricing-list/index.js';
import { PricingListModule } from './pricing-list/pricing-list.module.js';
import { MATRIX_RESOURCES } from './pricing-matrix/index.js';
import { PricingMatrixModule } from './pricing-matrix/pricing-matrix.module.js';
import type { AddOn } from './setting-domains.js';
import type { Settings } from './settings.js';
import { keptSecret, passingSecret } from './token-secret.js';
import { VERSION } from './version.js';

/** What the application is built for: to answer requests, or one command. */
type Face = 'server' | 'command';

/** The rooms that can be left out; those that are still to be built have no row. */
const ADD_ONS: Partial<
  Record<AddOn, (settings: Settings, face: Face) => Type | DynamicModule | Promise<DynamicModule>>
> = {
  'customer-documents': (settings) => CustomerDocumentsModule.with(documentSettings(settings), fileSettings(settings)),
  'pricing-customer': () => PricingCustomerModule,
  'pricing-list': () => PricingListModule,
  'pricing-category': () => PricingCategoryModule,
  'pricing-matrix': () => PricingMatrixModule,
  'pricing-calc': (settings) =>
    PricingCalcModule.with(
      new QuoteLimits({ maxItems: settings.PRICING_MAX_ITEMS, simulationMs: settings.SIMULATION_MAX_MS }),
    ),
  dpp: (settings, face) => DppModule.with(dppSettings(settings), face),
};

/** Of all rooms, also those that are left out: their tables stay (running.md, ADD_ONS). */
export const RESOURCES: readonly Resource[] = [
  ...ACCESS_RESOURCES,
  ...COMMERCE_RESOURCES,
  ...CUSTOMER_PRICE_RESOURCES,
  ...PRICE_LIST_RESOURCES,
  ...CATEGORY_PRICE_RESOURCES,
  ...MATRIX_RESOURCES,
  ...DPP_RESOURCES,
  ...CUSTOMER_DOCUMENT_RESOURCES,
];

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

/** Where installed rooms leave their price sources and checks, whether or not somebody calculates with them. */
@Global()
@Module({ providers: [PriceSources, PriceLint], exports: [PriceSources, PriceLint] })
class PriceSourcesModule {}

@Module({})
class AppModule {}

/** The application: which rooms are installed, who meets whose ports, and how the schema is brought up to date. */
export const appModule = (
  settings: Settings,
  face: Face = 'command',
  bringUp: (persistence: Persistence) => Promise<unknown> = migrate,
): DynamicModule => ({
  module: AppModule,
  imports: [
    WireModule.with(wireSettings(settings)),
    PersistenceModule.register({
      resources: RESOURCES,
      useFactory: () => ({
        url: settings.databaseAddress,
        pool: settings.DATABASE_POOL,
        // A command has no other requests that wait for it.
        ...(face === 'server' ? { readingProcesses: processesBeside(settings.SEARCH_PROCESSES) } : {}),
        migrate: settings.MIGRATE_AT_START,
        bringUp,
        memoryBytes: rememberedBytes(settings.PRICING_MEMORY_MB),
      }),
    }),
    AccessModule.with(
      new AccessSettings({
        jwtSecret: secretOf(settings),
        jwtKeysFile: settings.JWT_KEYS_FILE,
        aclVendor: settings.ACL_VENDOR,
      }),
    ),
    // Meets the port `CustomerCredentials` of access, for which it is visible everywhere.
    CommerceModule,
    PriceSourcesModule,
    ...settings.ADD_ONS.flatMap((name) => ADD_ONS[name as AddOn]?.(settings, face) ?? []),
    ImportExportModule,
  ],
});

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
