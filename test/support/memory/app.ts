import { recordService } from '../../../libs/manifest/index.js';
import { bulkOperations, recordOperations } from '../../../libs/operations/index.js';
import { DPP_ROOM } from '../../../src/dpp/room.js';
import { type DynamicModule, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import {
  ChangeLog,
  Clock,
  IdempotencyStore,
  SignatureRefused,
  Transactions,
  Words,
} from '../../../libs/kernel/index.js';
import { RecordHistory, RecordStore, References, Resources } from '../../../libs/records/index.js';
import { type Caller, type StoreView, CallsInSteps } from '../../../libs/operations/index.js';
import { Callers, StoreViews, WireSettings } from '../../../libs/web/index.js';
import { configureWire, operationControllers, WireAdapter, WireModule } from '../../../libs/rest/index.js';
import { serveDocumentation } from '../../../libs/openapi/index.js';
import { SampleController } from './sample-controllers.js';
import { boxItem, shelf } from './sample-records.js';
import { MemoryIdempotencyStore } from './idempotency-store.js';
import { NoHistory } from './no-history.js';
import { MemoryChangeLog, MemoryReferences, MemoryStore } from './store.js';

/** A token states its caller and rights: `admin:_Boxes::manage,_Boxes::save`, `customer:5`. */
export class OpenCallers extends Callers {
  bySignature(): Promise<never> {
    return Promise.reject(new SignatureRefused('Nobody signs here.'));
  }

  byToken(token: string): Promise<Caller | undefined> {
    const [kind = '', rest = ''] = [token.slice(0, token.indexOf(':')), token.slice(token.indexOf(':') + 1)];
    // Has every right, so that only the web layer can refuse customers.
    if (kind === 'customer') return Promise.resolve({ kind, id: Number(rest), rights: [], holds: () => true });
    if (kind !== 'admin' && kind !== 'integration') return Promise.resolve(undefined);
    const rights = new Set(rest.split(','));
    return Promise.resolve({
      kind,
      id: 1,
      rights: [...rights],
      holds: (right) => rights.has('all') || rights.has(right),
    });
  }

  byAccount(): Promise<Caller | undefined> {
    return Promise.resolve(undefined);
  }
}

class TwoStores extends StoreViews {
  byCode(code: string): Promise<StoreView | undefined> {
    const known: readonly StoreView[] = [
      { storeId: 1, websiteId: 1, code: 'default' },
      { storeId: 2, websiteId: 2, code: 'german' },
    ];
    return Promise.resolve(known.find((store) => store.code === code));
  }

  standard(): Promise<StoreView> {
    return Promise.resolve({ storeId: 1, websiteId: 1, code: 'default' });
  }
}

@Module({})
class StorageModule {}

/** A clock that stands still until it is set, so that no test depends on the time of day. */
export class StillClock extends Clock {
  instant = new Date('2026-03-01T10:00:00.000Z');

  now(): Date {
    return this.instant;
  }
}

/** Transactions and the clock for every module, as the database module provides them to the whole application. */
export const storageOf = (transactions: Transactions, clock: Clock = new StillClock()): DynamicModule => ({
  module: StorageModule,
  global: true,
  providers: [
    { provide: Transactions, useValue: transactions },
    { provide: Clock, useValue: clock },
  ],
  exports: [Transactions, Clock],
});

export interface SampleApp {
  readonly app: NestExpressApplication;
  readonly base: string;
  readonly store: MemoryStore;
  readonly clock: StillClock;
  close(): Promise<void>;
}

const { openPaths = [], closedPaths = [] } = DPP_ROOM;

/** Starts the web layer with two sample resources in memory. */
export const sampleApp = async (
  given: Partial<WireSettings> = {},
  controllers: readonly (new () => object)[] = [],
): Promise<SampleApp> => {
  const settings = new WireSettings({
    aclVendor: 'Test',
    versionHeader: 'X-Pricing-Version',
    openPaths,
    closedPaths,
    ...given,
  });
  const store = new MemoryStore([shelf, boxItem]);
  const clock = new StillClock();
  const changes = new MemoryChangeLog(store, () => clock.now());
  const operations = [
    ...recordOperations(boxItem),
    ...bulkOperations(boxItem),
    ...recordOperations(shelf),
    ...bulkOperations(shelf),
  ];

  @Module({
    imports: [storageOf(changes.transactions, clock), WireModule.with(settings)],
    controllers: [...operationControllers(operations), SampleController, ...controllers],
    providers: [
      recordService(boxItem),
      recordService(shelf),
      { provide: Callers, useClass: OpenCallers },
      { provide: StoreViews, useClass: TwoStores },
      { provide: Resources, useValue: store.resources },
      { provide: Words, useValue: new Words(new Map()) },
      { provide: RecordStore, useValue: store },
      { provide: References, useValue: new MemoryReferences(store) },
      { provide: RecordHistory, useClass: NoHistory },
      { provide: IdempotencyStore, useValue: new MemoryIdempotencyStore(changes.transactions) },
      { provide: ChangeLog, useValue: changes },
      CallsInSteps,
    ],
  })
  class SampleModule {}

  const tested = await Test.createTestingModule({ imports: [SampleModule] }).compile();
  const app = tested.createNestApplication<NestExpressApplication>(new WireAdapter(settings), {
    bodyParser: false,
    logger: false,
  });
  configureWire(app);
  serveDocumentation(app);
  await app.listen(0, '127.0.0.1');
  return { app, base: await app.getUrl(), store, clock, close: () => app.close() };
};
