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
  /** What it is injected by; default `serviceOf(resource)`. */
  readonly token?: ServiceToken<RecordService<T>>;
  /** The class of the record's hooks, a provider of the module. */
  readonly hooks?: InjectionToken<RecordHooks<T>>;
  /** Where records are stored, if not simply in the table of the resource. */
  readonly records?: (store: RecordStore) => Records<T>;
  /** Rules across fields that depend on settings or on other modules. */
  readonly faults?: {
    readonly inject?: readonly InjectionToken[];
    readonly useFactory: (...parts: never[]) => NonNullable<Resource<T>['faults']>;
  };
}

/** The resource with the words of all rooms in the place of their lists; one that names none stays the same object. */
const withWords = <T extends Recorded>(resource: Resource<T>, words: Words): Resource<T> => {
  const fields = words.in(resource.fields);
  return fields === resource.fields ? resource : withFields(resource, fields);
};

/** The service of a record, as a provider. This is the only place that makes one, so that no port is forgotten. */
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
    const stored = records?.(store) ?? store.of(resource);
    return new RecordService(checked, { records: stored, references, transactions, changes, clock, hooks: hookClass });
  },
});
