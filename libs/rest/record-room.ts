import type { InjectionToken, Provider, Type } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../kernel/index.js';
import { bulkOperations, recordOperations } from '../operations/index.js';
import {
  type Recorded,
  RecordService,
  RecordStore,
  type RecordWishes,
  References,
  type Resource,
  serviceOf,
} from '../records/index.js';
import { operationControllers } from './operation-controllers.js';

/** What a room's module adds for one resource. */
export interface RecordParts {
  readonly controllers: Type[];
  readonly providers: Provider[];
  /** For `exports`: the service's token. */
  readonly exports: ReturnType<typeof serviceOf>[];
}

/** The generic service of a resource as a provider, found by `serviceOf(resource)`; `wishes` are found by their token. */
export const recordService = <T extends Recorded>(
  resource: Resource<T>,
  wishes?: InjectionToken<RecordWishes<T>>,
): Provider => ({
  provide: serviceOf(resource),
  inject: [RecordStore, References, Transactions, ChangeLog, Clock, ...(wishes ? [wishes] : [])],
  useFactory: (
    store: RecordStore,
    references: References,
    transactions: Transactions,
    changes: ChangeLog,
    clock: Clock,
    wished?: RecordWishes<T>,
  ) =>
    new RecordService(resource, {
      records: store.of(resource),
      references,
      transactions,
      changes,
      clock,
      wishes: wished,
    }),
});

/** The routes of a record of pricing or commerce: the five verbs, and many at once (bulk.md). */
export const recordControllers = <T extends Recorded>(resource: Resource<T>): Type[] =>
  operationControllers([...recordOperations(resource), ...bulkOperations(resource)]);

/**
 * Service and controllers of a declared resource:
 * `const prices = recordParts(customerPrice); @Module({ ...prices }) export class PricingCustomerModule {}`.
 */
export const recordParts = <T extends Recorded>(resource: Resource<T>): RecordParts => ({
  controllers: recordControllers(resource),
  providers: [recordService(resource)],
  exports: [serviceOf(resource)],
});
