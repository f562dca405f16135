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
import { type AwaitedDatabase, type ConnectOptions, openAwaited, openDatabase, Persistence } from './persistence.js';
import { CallsInSteps } from '../operations/index.js';

interface PersistenceSettings extends ConnectOptions {
  /** DATABASE_URL */
  readonly url: string;
  /** MIGRATE_AT_START */
  readonly migrate: boolean;
  /** How the schema is migrated; the caller can log the steps and stop between them. */
  readonly bringUp?: (persistence: Persistence) => Promise<unknown>;
  /** How long a server waits for its database at start; commands fail at once. */
  readonly awaited?: AwaitedDatabase;
}

interface Registration extends Pick<ModuleMetadata, 'imports'> {
  /** All declared resources of the application, whichever add-ons are installed. */
  readonly resources: readonly Resource[];
  /** The migrations of all rooms, likewise. */
  readonly migrations: readonly Migration[];
  /** Answers the settings; its arguments are what `inject` names. */
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

/** Implements the ports of the libraries for the whole application; no other code has a connection. */
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(private readonly persistence: Persistence) {}

  static register({ resources, migrations, useFactory, inject = [], imports = [] }: Registration): DynamicModule {
    return {
      module: PersistenceModule,
      global: true,
      imports,
      providers: [
        {
          provide: Persistence,
          inject: [Clock, ...(inject as never[])],
          useFactory: async (clock: Clock, ...args: never[]): Promise<Persistence> => {
            const { url, migrate: isMigrated, bringUp = migrate, awaited, ...options } = await useFactory(...args);
            const connecting = { ...options, resources: new Resources(resources), migrations, clock };
            const persistence = await (awaited ? openAwaited(url, connecting, awaited) : openDatabase(url, connecting));
            try {
              if (isMigrated) await bringUp(persistence);
            } catch (error) {
              // Otherwise it stays open: the module that closes it was not created.
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
