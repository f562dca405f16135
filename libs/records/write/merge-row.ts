import type { Fault, Refusal } from '../../kernel/index.js';
import type { Recorded, Resource, Tracked } from '../declare/definition.js';
import { sameValue } from '../declare/field.js';
import type { ExistingRow } from './find-existing.js';
import { type Row, valuesOf } from './row.js';

type FieldValues = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, string | readonly string[] | null>>;

export interface MergedRow<T extends Recorded> {
  readonly row: Row;
  readonly previous: T | undefined;
  readonly lookups: readonly string[];
  readonly status: 'created' | 'updated' | 'unchanged' | 'outdated' | 'failed';
  /** The record to store; a new one has no id yet. */
  record: T;
  faults: readonly Fault[];
  readonly refusal: Refusal | undefined;
}

/** Merges attributes by code; null removes one (commerce.md). */
const mergedAttributes = (previous: Attributes, sent: Attributes): Attributes =>
  Object.fromEntries(Object.entries({ ...previous, ...sent }).filter(([, value]) => value !== null));

/** The record after the write: sent values replace existing ones; a list replaces the whole list. */
const merged = <T extends Recorded>(resource: Resource<T>, previous: T | undefined, values: FieldValues): T => {
  const next: Record<string, unknown> = { ...previous, ...values };
  for (const { property, kind } of resource.fields) {
    if (kind.type === 'attributes' && values[property] !== undefined) {
      const before = (previous as FieldValues | undefined)?.[property] as Attributes | undefined;
      next[property] = mergedAttributes(before ?? {}, values[property] as Attributes);
    }
  }
  return next as unknown as T;
};

/** Compares sets regardless of order. */
const sameIds = (one: unknown, other: unknown): boolean =>
  sameValue(
    [...((one as number[] | undefined) ?? [])].sort((a, b) => a - b),
    [...((other as number[] | undefined) ?? [])].sort((a, b) => a - b),
  );

const INSTANTS_OF_WRITING: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** Whether a write changes anything other than creation and update times (pricing.md §5). */
const differs = <T extends Recorded>(resource: Resource<T>, previous: T, next: T): boolean =>
  resource.fields.some(({ property, kind, keyOf }) => {
    if (INSTANTS_OF_WRITING.has(property) || keyOf) return false;
    const [before, after] = [
      (previous as unknown as FieldValues)[property],
      (next as unknown as FieldValues)[property],
    ];
    return kind.type === 'ids' ? !sameIds(before, after) : !sameValue(before, after);
  });

/** An older message never overwrites a newer one (pricing.md §1, source_version). */
const isOlder = <T extends Recorded>(previous: T, values: FieldValues): boolean => {
  const [stored, sent] = [(previous as Tracked).sourceVersion ?? null, values['sourceVersion'] ?? null];
  return typeof stored === 'number' && typeof sent === 'number' && sent < stored;
};

const stamped = <T extends Recorded>(
  { byProperty }: Resource<T>,
  now: Date,
  ...properties: readonly ('createdAt' | 'updatedAt')[]
): FieldValues => Object.fromEntries(properties.filter((name) => byProperty.has(name)).map((name) => [name, now]));

/** Errors of an outdated row on its own, because its old values must not be compared with newer stored ones. */
const faultsAlone = <T extends Recorded>(resource: Resource<T>, row: Row): readonly Fault[] => {
  const { values, faults } = valuesOf({ ...row, known: undefined }, false);
  return faults.length > 0 ? [] : (resource.faults?.({ id: 0, ...values } as unknown as T, undefined) ?? []);
};

/** Merges a row into the existing record and validates it by the rules of the declaration. Pure. */
export const mergeRow = <T extends Recorded>(
  resource: Resource<T>,
  { row, previous, refusal, faults: found, lookups }: ExistingRow<T>,
  now: Date,
): MergedRow<T> => {
  const as = (status: MergedRow<T>['status'], record: T, faults: readonly Fault[] = []): MergedRow<T> => ({
    row,
    previous,
    lookups,
    status,
    record,
    faults,
    refusal,
  });
  const nothing = previous ?? ({ id: 0 } as T);
  if (refusal) return as('failed', nothing);
  const { values, faults } = valuesOf(row, previous !== undefined);
  const own = [...faults, ...found];
  if (own.length > 0) return as('failed', nothing, own);
  if (previous && isOlder(previous, values)) {
    const invalid = faultsAlone(resource, row);
    return invalid.length > 0 ? as('failed', nothing, invalid) : as('outdated', previous);
  }
  const made = previous ? {} : { id: row.id ?? 0, ...stamped(resource, now, 'createdAt', 'updatedAt') };
  const record = merged(resource, previous, { ...values, ...made });
  const across = resource.faults?.(record, previous) ?? [];
  if (across.length > 0) return as('failed', nothing, across);
  if (!previous) return as('created', record);
  if (!differs(resource, previous, record)) return as('unchanged', previous);
  return as('updated', { ...record, ...stamped(resource, now, 'updatedAt') });
};
