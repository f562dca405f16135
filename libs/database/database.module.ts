import {
  type DynamicModule,
  Module,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import {
  AuditTrail,
  ChangeLog,
  Clock,
  IdempotencyStore,
  NonceStore,
  SystemClock,
  Transactions,
} from '../kernel/index.js';
import { RecordHistory, References, type Resource, Resources, RecordStore } from '../records/index.js';
import { ChangeLogRetention } from './change-log-retention.js';
import { Database } from './database.js';
import { migrate } from './migrate.js';
import type { Migration } from './migration.js';
import { type DatabaseWait, type ConnectOptions, openWhenReachable, openDatabase, Persistence } from './persistence.js';
import type { TableShape } from './tables/shape.js';
import { CallsInSteps } from '../operations/index.js';

interface PersistenceSettings extends ConnectOptions {
  /** Setting DATABASE_URL. */
  readonly url: string;
  /** Setting MIGRATE_AT_START. */
  readonly migrate: boolean;
  /** Migrates the schema. The caller can log the steps and stop between them. */
  readonly bringUp?: (persistence: Persistence) => Promise<unknown>;
  /** How long a server waits for its database at startup; commands fail immediately. */
  readonly databaseWait?: DatabaseWait;
}

interface Registration extends Pick<ModuleMetadata, 'imports'> {
  /** All declared resources, including those of add-ons that are not installed. */
  readonly resources: readonly Resource[];
  /** All tables other than those of records, including those of add-ons that are not installed. */
  readonly tables?: readonly TableShape[];
  /** All migrations, including those of add-ons that are not installed. */
  readonly migrations: readonly Migration[];
  /** Returns the settings; its arguments are the providers in `inject`. */
  readonly useFactory: (...args: never[]) => PersistenceSettings | Promise<PersistenceSettings>;
  readonly inject?: readonly unknown[];
}

const part = <T>(token: abstract new (...args: never[]) => T, of: (persistence: Persistence) => T): Provider => ({
  provide: token,
  inject: [Persistence],
  useFactory: of,
});

const PARTS: readonly Provider[] = [
  part(Resources, ({ resources }) => resources),
  part(Database, ({ database }) => database),
  part(Transactions, ({ transactions }) => transactions),
  part(ChangeLog, ({ changes }) => changes),
  part(AuditTrail, ({ audit }) => audit),
  part(ChangeLogRetention, ({ retention }) => retention),
  part(RecordStore, ({ records }) => records),
  part(References, ({ references }) => references),
  part(RecordHistory, ({ history }) => history),
  part(IdempotencyStore, ({ idempotencyStore }) => idempotencyStore),
  part(NonceStore, ({ onceKeys }) => onceKeys),
  { provide: Clock, useClass: SystemClock },
  CallsInSteps,
];

/** Implements the libraries' ports for the whole application; no other code has database connections. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(private readonly persistence: Persistence) {}

  static register({
    resources,
    tables = [],
    migrations,
    useFactory,
    inject = [],
    imports = [],
  }: Registration): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      imports,
      providers: [
        {
          provide: Persistence,
          inject: [Clock, ...(inject as never[])],
          useFactory: async (clock: Clock, ...args: never[]): Promise<Persistence> => {
            const { url, migrate: isMigrated, bringUp = migrate, databaseWait, ...options } = await useFactory(...args);
            const connecting = { ...options, resources: new Resources(resources), tables, migrations, clock };
            const persistence = await (databaseWait
              ? openWhenReachable(url, connecting, databaseWait)
              : openDatabase(url, connecting));
            try {
              if (isMigrated) await bringUp(persistence);
            } catch (error) {
              // The module that closes it was not created, so it would stay open.
              await persistence.close().catch(() => undefined);
              throw error;
            }
            return persistence;
          },
        },
        ...PARTS,
      ],
      exports: [
        Persistence,
        Resources,
        Database,
        Transactions,
        AuditTrail,
        ChangeLog,
        ChangeLogRetention,
        RecordStore,
        References,
        RecordHistory,
        IdempotencyStore,
        NonceStore,
        CallsInSteps,
        Clock,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.persistence.close();
  }
}
