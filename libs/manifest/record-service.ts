import type { InjectionToken, Provider } from '@nestjs/common';
import { ChangeLog, Clock, Transactions, Words } from '../kernel/index.js';
import type { ServiceToken } from '../operations/index.js';
import {
  type Recorded,
  type Records,
  RecordService,
  RecordStore,
  type RecordHooks,
  References,
  type Resource,
  serviceOf,
  withFields,
} from '../records/index.js';

interface RecordServiceOptions<T extends Recorded> {
  /** Injection token; default `serviceOf(resource)`. */
  readonly token?: ServiceToken<RecordService<T>>;
  /** The class of the record's hooks, a provider of the module. */
  readonly hooks?: InjectionToken<RecordHooks<T>>;
  /** Adapter that stores the records, if it is not the table of the resource. */
  readonly records?: (store: RecordStore) => Records<T>;
  /** Rules across fields that depend on settings or other modules. */
  readonly faults?: {
    readonly inject?: readonly InjectionToken[];
    readonly useFactory: (...parts: never[]) => NonNullable<Resource<T>['faults']>;
  };
}

/**
 * The resource with word lists completed by all modules. Returns the same object if the resource has no word lists.
 */
const withWords = <T extends Recorded>(resource: Resource<T>, words: Words): Resource<T> => {
  const fields = words.in(resource.fields);
  return fields === resource.fields ? resource : withFields(resource, fields);
};

/** Provider of the service of a record. Services are created only here, so that they always get all their ports. */
export const recordService = <T extends Recorded>(
  resource: Resource<T>,
  { token = serviceOf(resource), hooks, records, faults }: RecordServiceOptions<NoInfer<T>> = {},
): Provider => ({
  provide: token,
  inject: [
    RecordStore,
    References,
    Transactions,
    ChangeLog,
    Clock,
    Words,
    ...(hooks ? [hooks] : []),
    ...(faults?.inject ?? []),
  ],
  useFactory: (
    store: RecordStore,
    references: References,
    transactions: Transactions,
    changes: ChangeLog,
    clock: Clock,
    words: Words,
    ...more: readonly unknown[]
  ) => {
    const hookClass = hooks ? (more[0] as RecordHooks<T>) : undefined;
    const worded = withWords(resource, words);
    const checked = faults
      ? { ...worded, faults: faults.useFactory(...(more.slice(hooks ? 1 : 0) as never[])) }
      : worded;
    const stored = records?.(store) ?? store.recordsOf(resource);
    return new RecordService(checked, { records: stored, references, transactions, changes, clock, hooks: hookClass });
  },
});
