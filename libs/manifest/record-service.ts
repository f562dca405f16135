import type { InjectionToken, Provider } from '@nestjs/common';
import { ChangeLog, Clock, Transactions, Words } from '../kernel/index.js';
import {
  type Recorded,
  RecordService,
  RecordStore,
  type RecordHooks,
  References,
  type Resource,
  serviceOf,
  withFields,
} from '../records/index.js';

/** The resource with the words of all rooms in the place of their lists; one that names none stays the same object. */
export const withWords = <T extends Recorded>(resource: Resource<T>, words: Words): Resource<T> => {
  const fields = words.in(resource.fields);
  return fields === resource.fields ? resource : withFields(resource, fields);
};

/** The generic service of a resource as a provider, found by `serviceOf(resource)`; `hooks` are found by their token. */
export const recordService = <T extends Recorded>(
  resource: Resource<T>,
  hooks?: InjectionToken<RecordHooks<T>>,
): Provider => ({
  provide: serviceOf(resource),
  inject: [RecordStore, References, Transactions, ChangeLog, Clock, Words, ...(hooks ? [hooks] : [])],
  useFactory: (
    store: RecordStore,
    references: References,
    transactions: Transactions,
    changes: ChangeLog,
    clock: Clock,
    words: Words,
    hooks?: RecordHooks<T>,
  ) =>
    new RecordService(withWords(resource, words), {
      records: store.of(resource),
      references,
      transactions,
      changes,
      clock,
      hooks,
    }),
});
