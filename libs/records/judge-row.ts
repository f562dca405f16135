import type { Fault, Refusal } from '../kernel/index.js';
import type { Recorded, Resource, Tracked } from './definition.js';
import { differs, merged, type Values } from './merge.js';
import { type Met, type Row, valuesOf } from './prepare.js';

/** What a row makes of its record. */
export interface Judged<T extends Recorded> {
  readonly row: Row;
  readonly previous: T | undefined;
  readonly lookups: readonly string[];
  readonly status: 'created' | 'updated' | 'unchanged' | 'failed';
  /** As it will be stored; the id of a new one is known once it is. */
  record: T;
  faults: readonly Fault[];
  readonly refusal: Refusal | undefined;
}

/** An older message never overwrites a newer one (pricing.md §1, source_version). */
const isOlder = <T extends Recorded>(previous: T, values: Values): boolean => {
  const [stored, sent] = [(previous as Tracked).sourceVersion ?? null, values['sourceVersion'] ?? null];
  return typeof stored === 'number' && typeof sent === 'number' && sent < stored;
};

const stamped = <T extends Recorded>(
  { byProperty }: Resource<T>,
  now: Date,
  ...properties: readonly ('createdAt' | 'updatedAt')[]
): Values => Object.fromEntries(properties.filter((name) => byProperty.has(name)).map((name) => [name, now]));

/** Merges a row into what is there and checks it; pure. */
export const judge = <T extends Recorded>(
  resource: Resource<T>,
  { row, previous, refusal, lookups }: Met<T>,
  now: Date,
): Judged<T> => {
  const judged = (status: Judged<T>['status'], record: T, faults: readonly Fault[] = []): Judged<T> => ({
    row,
    previous,
    lookups,
    status,
    record,
    faults,
    refusal,
  });
  const nothing = previous ?? ({ id: 0 } as T);
  if (refusal) return judged('failed', nothing);
  const { values, faults } = valuesOf(row, previous !== undefined);
  if (faults.length > 0) return judged('failed', nothing, faults);
  if (previous && isOlder(previous, values)) return judged('unchanged', previous);
  const made = previous ? {} : { id: row.id ?? 0, ...stamped(resource, now, 'createdAt', 'updatedAt') };
  const record = merged(resource, previous, { ...values, ...made });
  const across = resource.faults?.(record, previous) ?? [];
  if (across.length > 0) return judged('failed', nothing, across);
  if (!previous) return judged('created', record);
  if (!differs(resource, previous, record)) return judged('unchanged', previous);
  return judged('updated', { ...record, ...stamped(resource, now, 'updatedAt') });
};
