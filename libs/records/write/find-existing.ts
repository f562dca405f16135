import { type Fault, NoSuchEntity, type Refusal, sentence } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import { identitiesOf } from '../declare/identity.js';
import type { Records } from '../ports.js';
import { defaultOf } from '../read/read.js';
import { type Row, sentOrKeyedValue, type SaveVerb } from './row.js';

/** A row, with the existing record that it refers to, if any. */
export interface ExistingRow<T extends Recorded> {
  readonly row: Row;
  readonly previous: T | undefined;
  /** Why the row cannot be stored, found while looking up its record. */
  readonly refusal: Refusal | undefined;
  /** Why the row must not change the record that its key matches. */
  readonly faults: readonly Fault[];
  /** The keys used for the lookup. */
  readonly lookups: readonly string[];
}

const EXTERNAL = 'externalId';

const byId = (id: number): string => `id:${id}`;

/** The key values for looking up a row: the sent values, or the defaults. */
const sampleOf = <T extends Recorded>(resource: Resource<T>, properties: readonly string[], row: Row): Partial<T> => {
  const sample: Record<string, unknown> = {};
  for (const property of properties) {
    const value = sentOrKeyedValue(row, property) ?? defaultOf(row.sent.fields, property) ?? null;
    const kind = resource.byProperty.get(property)?.kind;
    // Case-insensitive keys identify the same record in any case.
    const lower = kind?.type === 'string' && kind.lowerKey && typeof value === 'string';
    sample[property] = lower ? value.toLowerCase() : value;
  }
  return sample as Partial<T>;
};

const notFound = <T extends Recorded>(resource: Resource<T>, row: Row): Refusal => {
  if (row.id !== undefined) return new NoSuchEntity('id', row.id);
  const external = sentOrKeyedValue(row, EXTERNAL);
  if (typeof external === 'string') return new NoSuchEntity('external_id', external);
  const property = resource.unique[0]?.properties.find((name) => sentOrKeyedValue(row, name) !== undefined);
  const name = property === undefined ? 'id' : (resource.byProperty.get(property)?.name ?? property);
  return new NoSuchEntity(name, property === undefined ? 0 : String(sentOrKeyedValue(row, property)));
};

/** Whether the row has a different external_id than the record that its key matches. */
const isOfAnother = <T extends Recorded>(row: Row, match: T): boolean => {
  const sent = sentOrKeyedValue(row, EXTERNAL);
  const stored = (match as { readonly externalId?: string | null }).externalId ?? null;
  return typeof sent === 'string' && stored !== null && stored !== sent;
};

/**
 * Finds the record of each row: by id, else by external_id, else by a unique key (pricing.md §1; bulk.md, "Sending
 * rows"). A row that creates a record never refers to an existing one. A key that belongs to a record with another
 * external_id is an error, as in POST.
 */
export const findExisting = async <T extends Recorded>(
  resource: Resource<T>,
  rows: readonly Row[],
  records: Records<T>,
  verb: SaveVerb,
): Promise<readonly ExistingRow<T>[]> => {
  if (verb === 'create')
    return rows.map((row) => ({ row, previous: undefined, refusal: undefined, faults: [], lookups: [] }));
  const previous = new Array<T | undefined>(rows.length).fill(undefined);
  const taken = new Map<number, Fault>();
  const lookups = rows.map(({ id }) => (id === undefined ? [] : [byId(id)]));
  const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const found = ids.length === 0 ? new Map<number, T>() : await records.byIds(ids);
  for (const [at, { id }] of rows.entries()) if (id !== undefined) previous[at] = found.get(id);
  for (const { key, keyOfValues } of identitiesOf(resource).lookups) {
    const open: number[] = [];
    const samples: Partial<T>[] = [];
    for (const [at, row] of rows.entries()) {
      if (previous[at] || row.id !== undefined || taken.has(at)) continue;
      const sample = sampleOf(resource, key.properties, row);
      const identity = keyOfValues(sample);
      if (identity === undefined) continue;
      lookups[at]?.push(identity);
      open.push(at);
      samples.push(sample);
    }
    if (open.length === 0) continue;
    const matches = await records.byKey(key, samples);
    for (const [position, at] of open.entries()) {
      const [row, match] = [rows[at], matches[position]];
      if (row && match && isOfAnother(row, match)) taken.set(at, sentence(key.says));
      else previous[at] = match;
    }
  }
  return rows.map((row, at) => {
    const fault = taken.get(at);
    const mayCreate = fault !== undefined || (verb === 'upsert' && (row.id === undefined || resource.ids === 'given'));
    const refusal = previous[at] || mayCreate ? undefined : notFound(resource, row);
    const faults = fault ? [fault] : [];
    return { row, previous: previous[at], refusal, faults, lookups: lookups[at] ?? [] };
  });
};
