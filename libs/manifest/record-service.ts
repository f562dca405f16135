import type { InjectionToken, Provider } from '@nestjs/common';
import { ChangeLog, Clock, Transactions } from '../kernel/index.js';
import {
  type Recorded,
  RecordService,
  RecordStore,
  type RecordWishes,
  References,
  type Resource,
  serviceOf,
} from '../records/index.js';

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
