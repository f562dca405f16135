import { type DynamicModule, Global, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { parseDatabaseUrl, PersistenceModule } from '../libs/persistence/index.js';
import { PriceLint, PriceSources } from '../libs/pricing/index.js';
import type { Resource } from '../libs/records/index.js';
import { WireModule, WireSettings } from '../libs/webapi/index.js';
import { AccessModule } from './access/access.module.js';
import { ACCESS_RESOURCES, AccessSettings, FirstAdministrator } from './access/index.js';
import { CommerceModule } from './commerce/commerce.module.js';
import { COMMERCE_RESOURCES } from './commerce/index.js';
import { CustomerDocumentsModule } from './customer-documents/customer-documents.module.js';
import { CUSTOMER_DOCUMENT_RESOURCES, DocumentSettings, FileSettings } from './customer-documents/index.js';
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
  'pricing-calc': (settings) => PricingCalcModule.with(new QuoteLimits({ maxItems: settings.PRICING_MAX_ITEMS })),
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

const dppSettings = ({ PUBLIC_BASE_URL, PORT, GRAPHQL_LANDING }: Settings): DppSettings =>
  new DppSettings({
    publicBaseUrl: PUBLIC_BASE_URL ?? `http://localhost:${PORT}`,
    graphqlLanding: GRAPHQL_LANDING,
  });

export const wireSettings = (settings: Settings): WireSettings =>
  new WireSettings({
    aclVendor: settings.ACL_VENDOR,
    pricingSegment: settings.PRICING_SEGMENT,
    pageSizeMax: settings.PAGE_SIZE_MAX,
    bodyMaxBytes: settings.BODY_MAX_KB * 1024,
    bulkMaxBytes: settings.BULK_MAX_MB * MIB,
    corsOrigins: settings.CORS_ORIGINS,
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

/** The application: which rooms are installed, and who meets whose ports. */
export const appModule = (settings: Settings, face: Face = 'command'): DynamicModule => ({
  module: AppModule,
  imports: [
    WireModule.with(wireSettings(settings)),
    PersistenceModule.register({
      resources: RESOURCES,
      useFactory: () => ({
        url: settings.DATABASE_URL,
        pool: settings.DATABASE_POOL,
        migrate: settings.MIGRATE_AT_START,
        memoryBytes: settings.PRICING_MEMORY_MB * MIB,
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

/** Puts in the templates of product passports that come with the house, where that room is installed. */
export const ensureTemplates = async (app: INestApplicationContext, { ADD_ONS }: Settings): Promise<void> => {
  if (ADD_ONS.includes('dpp')) await app.get(ShipTemplates, { strict: false }).ensure();
};
