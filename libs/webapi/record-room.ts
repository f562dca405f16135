import type { Provider, Type } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../kernel/index.js';
import { type Recorded, RecordService, RecordStore, References, type Resource } from '../records/index.js';
import { bulkController } from './bulk-controller.js';
import { recordController, serviceOf } from './record-controller.js';

/** What a room's module adds for one resource. */
export interface RecordParts {
  readonly controllers: Type[];
  readonly providers: Provider[];
  /** For `exports`: the service's token. */
  readonly exports: string[];
}

/** The generic service of a resource as a provider, found by `serviceOf(resource)`. */
export const recordService = <T extends Recorded>(resource: Resource<T>): Provider => ({
  provide: serviceOf(resource),
  inject: [RecordStore, References, Transactions, ChangeLog, Clock],
  useFactory: (
    store: RecordStore,
    references: References,
    transactions: Transactions,
    changes: ChangeLog,
    clock: Clock,
  ) => new RecordService(resource, { records: store.of(resource), references, transactions, changes, clock }),
});

/** The routes of a record of pricing or commerce: the five verbs, and many at once (bulk.md). */
export const recordControllers = <T extends Recorded>(resource: Resource<T>): Type[] => [
  recordController(resource),
  bulkController(resource),
];

/**
 * Service and controllers of a declared resource:
 * `const prices = recordParts(customerPrice); @Module({ ...prices }) export class PricingCustomerModule {}`.
 */
export const recordParts = <T extends Recorded>(resource: Resource<T>): RecordParts => ({
  controllers: recordControllers(resource),
  providers: [recordService(resource)],
  exports: [serviceOf(resource)],
});
