import { type DynamicModule, Module } from '@nestjs/common';
import { CacheModule } from '../libs/cache/index.js';
import {
  type DatabaseWait,
  migrate,
  parseDatabaseUrl,
  type Persistence,
  PersistenceModule,
} from '../libs/database/index.js';
import { AsyncCallsModule } from '../libs/jobs/index.js';
import {
  AllRooms,
  type Installation,
  InstalledRoomsModule,
  type Room,
  type SecretKeySource,
} from '../libs/manifest/index.js';
import type { Operation } from '../libs/operations/index.js';
import { OutboundModule } from '../libs/outbound/index.js';
import { WireModule, operationControllers } from '../libs/rest/index.js';
import { WireSettings } from '../libs/web/index.js';
import { AccessModule } from './access/access.module.js';
import { ACCESS_ROOM } from './access/room.js';
import { CommerceModule } from './commerce/commerce.module.js';
import { COMMERCE_ROOM } from './commerce/room.js';
import { CustomerDocumentsModule } from './customer-documents/customer-documents.module.js';
import { CUSTOMER_DOCUMENTS_ROOM } from './customer-documents/room.js';
import { PricingCustomerModule } from './pricing-customer/pricing-customer.module.js';
import { PRICING_CUSTOMER_ROOM } from './pricing-customer/room.js';
import { PricingListModule } from './pricing-list/pricing-list.module.js';
import { PRICING_LIST_ROOM } from './pricing-list/room.js';
import { PricingCategoryModule } from './pricing-category/pricing-category.module.js';
import { PRICING_CATEGORY_ROOM } from './pricing-category/room.js';
import { PricingMatrixModule } from './pricing-matrix/pricing-matrix.module.js';
import { PRICING_MATRIX_ROOM } from './pricing-matrix/room.js';
import { PricingCalcModule } from './pricing-calc/pricing-calc.module.js';
import { PRICING_CALC_ROOM } from './pricing-calc/room.js';
import { AuditModule } from './audit/audit.module.js';
import { AUDIT_ROOM } from './audit/room.js';
import { WEBHOOKS_ROOM } from './webhooks/room.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import type { JobsSettings } from './jobs/index.js';
import { JOBS_ROOM } from './jobs/room.js';
import { DeskModule } from './desk/desk.module.js';
import { DESK_ROOM } from './desk/room.js';
import { DppModule } from './dpp/dpp.module.js';
import { DPP_ROOM } from './dpp/room.js';
import { maxChildProcesses, cachedBytes, connectionsFor } from './config/machine-limits.js';
import { givenKeys, storedKeys, temporaryKeys } from './config/secrets-key.js';
import { storedSecret, temporarySecret } from './config/token-secret.js';
import { VERSION } from './config/version.js';
import type { Settings } from './config/settings.js';
import { ImportExportRoutesModule } from './import-export/import-export-routes.module.js';
import { IMPORT_EXPORT_ROOM } from './import-export/room.js';
import type { ImportExportSettings } from './import-export/settings.js';
import { ImportExportModule } from './import-export/import-export.module.js';

/** All modules, in the order in which their tables refer to each other. */
export const ROOMS: readonly Room[] = [
  { manifest: ACCESS_ROOM, module: AccessModule },
  // Implements the port `CustomerCredentials` of access, which therefore sees it globally.
  { manifest: COMMERCE_ROOM, module: CommerceModule },
  { manifest: PRICING_CUSTOMER_ROOM, module: PricingCustomerModule },
  { manifest: PRICING_LIST_ROOM, module: PricingListModule },
  { manifest: PRICING_CATEGORY_ROOM, module: PricingCategoryModule },
  { manifest: PRICING_MATRIX_ROOM, module: PricingMatrixModule },
  { manifest: PRICING_CALC_ROOM, module: PricingCalcModule },
  { manifest: DPP_ROOM, module: DppModule },
  { manifest: CUSTOMER_DOCUMENTS_ROOM, module: CustomerDocumentsModule },
  { manifest: JOBS_ROOM, module: JobsModule },
  { manifest: AUDIT_ROOM, module: AuditModule },
  // Reads what the audit trail has numbered.
  { manifest: WEBHOOKS_ROOM, module: WebhooksModule },
  { manifest: IMPORT_EXPORT_ROOM, module: ImportExportRoutesModule },
  { manifest: DESK_ROOM, module: DeskModule },
];

const MIB = 1024 * 1024;
/** A price question. */
const QUESTION_BYTES = MIB / 4;

export const wireSettings = (settings: Settings): WireSettings => {
  const manifests = settings.rooms.map(({ manifest }) => manifest);
  return new WireSettings({
    aclVendor: settings.ACL_VENDOR,
    segments: { pricing: settings.PRICING_SEGMENT },
    versionHeader: 'X-Pricing-Version',
    about: 'Prices, documents and product passports for a shop. ',
    pageSizeMax: settings.PAGE_SIZE_MAX,
    instants: settings.INSTANTS,
    searchBudget: { filters: settings.SEARCH_FILTERS_MAX, values: settings.SEARCH_VALUES_MAX },
    bodyMaxBytes: settings.BODY_MAX_KB * 1024,
    bulkMaxBytes: settings.BULK_MAX_MB * MIB,
    questionMaxBytes: Math.max(
      QUESTION_BYTES,
      ...manifests.map((room) => room.questionBytes?.(settings.ofModule(room)) ?? 0),
    ),
    maxConnections: connectionsFor(settings.MAX_CONNECTIONS),
    apiDocs: settings.API_DOCS,
    trustedProxies: settings.TRUST_PROXY,
    corsOrigins: settings.CORS_ORIGINS,
    openPaths: manifests.flatMap(({ openPaths = [] }) => openPaths),
    closedPaths: manifests.flatMap(({ closedPaths = [] }) => closedPaths),
    refusalForms: manifests.flatMap(({ refusalForms = [] }) => refusalForms),
    pages: manifests.flatMap(({ pages = [] }) => pages),
    secretPaths: manifests.flatMap(({ secretPaths = [] }) => secretPaths),
    deadlines: {
      quote: settings.DEADLINE_QUOTE_S * 1000,
      read: settings.DEADLINE_READ_S * 1000,
      write: settings.DEADLINE_WRITE_S * 1000,
      bulk: settings.DEADLINE_BULK_S * 1000,
    },
    heavyOfOneCaller: settings.HEAVY_CALLS_PER_CALLER,
    heavyInAll: settings.HEAVY_CALLS,
    rateLimit: settings.RATE_LIMIT,
    version: VERSION,
    publicBaseUrl: publicBaseUrlOf(settings).replace(/\/+$/, ''),
    chapters: settings.installedRooms.map(({ manifest: { name, chapter, operations } }) => ({
      title: chapter?.title ?? name,
      about: chapter?.about ?? `Operations of the module ${name}.`,
      services: [...new Set([...operations.map(({ service }) => service), ...(chapter?.services ?? [])])],
    })),
  });
};

/** Under which address clients reach this server. */
export const publicBaseUrlOf = ({ PUBLIC_BASE_URL, PORT }: Settings): string =>
  PUBLIC_BASE_URL ?? `http://localhost:${PORT}`;

const secretOf = ({ JWT_SECRET, DATABASE_URL }: Settings): string => {
  if (JWT_SECRET !== undefined) return JWT_SECRET;
  const target = parseDatabaseUrl(DATABASE_URL);
  return target.kind === 'sqlite' && target.file !== undefined ? storedSecret(target.file) : temporarySecret();
};

const secretKeysOf = (settings: Settings): SecretKeySource => {
  const target = parseDatabaseUrl(settings.DATABASE_URL);
  if (settings.SECRETS_KEY !== undefined || target.kind !== 'sqlite')
    return givenKeys(() => settings.again('SECRETS_KEY'));
  return target.file === undefined ? temporaryKeys() : storedKeys(target.file);
};

/** Computed once, because a start reads it several times. */
const PUT_TOGETHER = new WeakMap<readonly Room[], AllRooms>();

/** The combined manifests of all modules, installed or not, because their tables stay (running.md, ADD_ONS). */
export const allRoomsOf = (rooms: readonly Room[]): AllRooms => {
  const all = PUT_TOGETHER.get(rooms) ?? new AllRooms(rooms.map(({ manifest }) => manifest));
  PUT_TOGETHER.set(rooms, all);
  return all;
};

/** The combined manifests of the installed modules. */
export const operationsOf = ({ rooms, installedRooms }: Settings): readonly Operation[] => {
  const all = allRoomsOf(rooms);
  return installedRooms.flatMap(({ manifest }) => all.operationsOf(manifest));
};

/** The routes of the operations of a module that only composes others. */
@Module({})
class RoutesModule {}

/** A module with the routes of its operations. */
const withRoutes = async (
  { manifest, module }: Room,
  all: AllRooms,
  settings: Settings,
  installation: Installation,
): Promise<DynamicModule> => {
  const own = await (module.with?.(settings.ofModule(manifest), installation) ?? { module });
  const controllers = operationControllers(all.operationsOf(manifest));
  // Nest lists the controllers of a module before those of its imports.
  if (module.onlyComposes) return { ...own, imports: [...(own.imports ?? []), { module: RoutesModule, controllers }] };
  return { ...own, controllers: [...(own.controllers ?? []), ...controllers] };
};

@Module({})
class AppModule {}

/** The application: its installed modules, how the schema is migrated, and how a start waits for its database. */
export const appModule = (
  settings: Settings,
  mode: Installation['mode'] = 'command',
  bringUp: (persistence: Persistence) => Promise<unknown> = migrate,
  databaseWait?: DatabaseWait,
): DynamicModule => {
  const installation: Installation = {
    mode,
    publicBaseUrl: publicBaseUrlOf(settings),
    secret: secretOf(settings),
    secretKeys: secretKeysOf(settings),
    externalHosts: settings.EXTERNAL_HOSTS,
    maxChildProcesses,
  };
  const all = allRoomsOf(settings.rooms);
  const rooms = settings.installedRooms.map((room) => ({
    manifest: room.manifest,
    module: withRoutes(room, all, settings, installation),
  }));
  return {
    module: AppModule,
    imports: [
      WireModule.with(wireSettings(settings)),
      PersistenceModule.register({
        resources: all.resources,
        tables: all.tables,
        migrations: all.migrations,
        useFactory: () => ({
          url: settings.databaseAddress,
          // Commands ask for no prices that a replica could answer sooner.
          ...(mode === 'server' && settings.replicaAddress !== undefined ? { replicas: settings.replicaAddress } : {}),
          pool: settings.DATABASE_POOL,
          failoverMs: settings.DATABASE_FAILOVER_S * 1000,
          // A command has no other requests that wait for it.
          ...(mode === 'server' ? { readingProcesses: maxChildProcesses(settings.SEARCH_PROCESSES) } : {}),
          migrate: settings.MIGRATE_AT_START,
          bringUp,
          ...(databaseWait ? { databaseWait } : {}),
        }),
      }),
      OutboundModule.with({ proxy: settings.OUTBOUND_PROXY, direct: settings.OUTBOUND_DIRECT }),
      CacheModule.with(cachedBytes(settings.PRICING_MEMORY_MB)),
      ...rooms.map((room) => room.module),
      InstalledRoomsModule.with(rooms, all),
      AsyncCallsModule.with({
        operations: operationsOf(settings),
        kinds: settings.installedRooms.flatMap(({ manifest }) => manifest.jobs ?? []),
        perCaller: (settings.ofModule(JOBS_ROOM) as JobsSettings).JOBS_PER_CALLER,
      }),
      ImportExportModule.with(
        settings.rooms.map(({ manifest }) => manifest),
        settings.ofModule(IMPORT_EXPORT_ROOM) as ImportExportSettings,
      ),
    ],
  };
};
