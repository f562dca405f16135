import {
  Decimal,
  type Fault,
  invalidValue,
  NoSuchEntity,
  type Refusal,
  sentence,
  unsupported,
} from '../kernel/index.js';
import type { Recorded, Resource } from './definition.js';
import { identitiesOf } from './identity.js';
import type { Values } from './merge.js';
import type { Records, References } from './ports.js';
import {
  asChanged,
  asCreated,
  type FieldsRead,
  readInt,
  readSent,
  type SentFields,
  sentFaults,
  sentValue,
} from './read.js';

export type Input = Readonly<Record<string, unknown>>;

/**
 * How a row meets what is stored: `never` creates (POST), `always` changes what is there or is refused (PUT),
 * `ifThere` changes or creates (bulk, import).
 */
export type Meeting = 'never' | 'always' | 'ifThere';

const entriesIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const item of Object.values(value)) count += Array.isArray(item) ? item.length : 1;
  return count;
};

/** How much work a row is, seen from what was sent: one, and one for each entry of its lists and objects. */
export const weightOf = (input: Input): number => {
  let weight = 1;
  for (const value of Object.values(input)) weight += entriesIn(value);
  return weight;
};

/** One row on its way in: what can be said of it before it is known which record it means. */
export interface Row {
  readonly index: number;
  readonly weight: number;
  /** The id meant by the caller: of the path, or of the body where it may be given. */
  readonly id: number | undefined;
  readonly sent: SentFields;
  /** As a new record or as a change, where the meeting says which. */
  readonly known: FieldsRead | undefined;
  /** Ids for which business keys stand, by property. */
  readonly keyed: Values;
  readonly faults: readonly Fault[];
}

const EXTERNAL = 'externalId';
const NONE: Values = Object.freeze({});

const idOf = (input: Input, refused: boolean, faults: Fault[]): number | undefined => {
  const raw = input['id'];
  if (raw === undefined || raw === null) return undefined;
  if (refused) {
    faults.push(unsupported('id'));
    return undefined;
  }
  const read = readInt(raw, 'id', 0, 2_147_483_647);
  if ('fault' in read) faults.push(read.fault);
  return 'fault' in read ? undefined : (read.value as number);
};

/** Reads a row by the declared fields; `pathId` is the id of the path, which wins over one in the body (wire.md §2). */
export const readRow = <T extends Recorded>(
  resource: Resource<T>,
  input: Input,
  index: number,
  meeting: Meeting,
  pathId?: number,
): Row => {
  const sent = readSent(resource.fields, input);
  const known = meeting === 'never' ? asCreated(sent) : meeting === 'always' ? asChanged(sent) : undefined;
  const faults = [...(known?.faults ?? sentFaults(sent))];
  const id = pathId ?? idOf(input, meeting === 'never' && resource.ids === 'made', faults);
  return { index, weight: weightOf(input), id, sent, known, keyed: NONE, faults };
};

/** A row that is no object, among others that are. */
export const brokenRow = <T extends Recorded>(resource: Resource<T>, index: number, fault: Fault): Row => ({
  index,
  weight: 1,
  id: undefined,
  sent: readSent(resource.fields, {}),
  known: undefined,
  keyed: NONE,
  faults: [fault],
});

/**
 * Turns business keys (`sku`) into the ids they stand for; both sent and different is a fault (pricing.md §1). `resource`
 * is the one by which the rows were read.
 */
export const resolveKeys = async <T extends Recorded>(
  resource: Resource<T>,
  rows: readonly Row[],
  references: References,
): Promise<readonly Row[]> => {
  let open = rows;
  for (const { property, name, keyOf } of resource.fields) {
    if (!keyOf) continue;
    const keys = open.map(({ sent }) => sentValue(sent, property));
    const asked = new Set(keys.flatMap((key) => (typeof key === 'string' ? [key] : [])));
    const ids =
      asked.size === 0 ? new Map<string, number>() : await references.ids(keyOf.resource, keyOf.key, [...asked]);
    const target = resource.byProperty.get(keyOf.property);
    open = open.map((row, at) => {
      const [key, sent] = [keys[at], sentValue(row.sent, keyOf.property)];
      // Nobody is named where somebody may be missing.
      if (key === null && target?.nullable && sent === undefined) return keyedBy(row, keyOf.property, null);
      if (typeof key !== 'string') return row;
      const id = ids.get(key);
      if (id === undefined) return faulty(row, invalidValue(name, key));
      if (typeof sent === 'number' && sent !== id) {
        const names = { first: target?.name ?? keyOf.property, second: name };
        return faulty(row, sentence('"%first" and "%second" name different records.', names, name));
      }
      return keyedBy(row, keyOf.property, id);
    });
  }
  return open;
};

const keyedBy = (row: Row, property: string, id: number | null): Row => ({
  ...row,
  keyed: { ...row.keyed, [property]: id },
});
const faulty = (row: Row, fault: Fault): Row => ({ ...row, faults: [...row.faults, fault] });

/** What the row says of a property: a business key's id before what was sent. */
export const saidOf = ({ keyed, sent }: Row, property: string): unknown => keyed[property] ?? sentValue(sent, property);

/** The values of a row as a new record or as a change, without the keys that only stand for ids. */
export const valuesOf = (row: Row, isThere: boolean): FieldsRead => {
  const { values, faults } = row.known ?? (isThere ? asChanged(row.sent) : asCreated(row.sent));
  const kept: Record<string, unknown> = {};
  for (const { property, keyOf } of row.sent.fields) {
    const value = values[property];
    if (value !== undefined && !keyOf) kept[property] = value;
  }
  return { values: Object.assign(kept, row.keyed), faults };
};

const standIns = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** What an absent value means where rows are looked up: the default. */
const standInsOf = <T extends Recorded>(resource: Resource<T>): ReadonlyMap<string, unknown> => {
  let map = standIns.get(resource);
  if (!map) {
    map = new Map(
      resource.fields.map(({ property, kind, default: standIn }) => [
        property,
        kind.type === 'decimal' && typeof standIn === 'string' ? new Decimal(standIn) : standIn,
      ]),
    );
    standIns.set(resource, map);
  }
  return map;
};

/** The values of a key by which a row is looked up: what was sent, else the default. */
const sampleOf = <T extends Recorded>(resource: Resource<T>, properties: readonly string[], row: Row): Partial<T> => {
  const sample: Record<string, unknown> = {};
  for (const property of properties) {
    const value = saidOf(row, property) ?? standInsOf(resource).get(property) ?? null;
    const kind = resource.byProperty.get(property)?.kind;
    // What is compared by its lower-case form means the same record in any case.
    const lower = kind?.type === 'string' && kind.lowerKey && typeof value === 'string';
    sample[property] = lower ? value.toLowerCase() : value;
  }
  return sample as Partial<T>;
};

/** A row with the record that it means, if there is one. */
export interface Met<T extends Recorded> {
  readonly row: Row;
  readonly previous: T | undefined;
  /** Why it can't be stored, found out while looking for it. */
  readonly refusal: Refusal | undefined;
  /** By what it was looked up. */
  readonly lookups: readonly string[];
}

const notFound = <T extends Recorded>(resource: Resource<T>, row: Row): Refusal => {
  if (row.id !== undefined) return new NoSuchEntity('id', row.id);
  const external = saidOf(row, EXTERNAL);
  if (typeof external === 'string') return new NoSuchEntity('external_id', external);
  const property = resource.unique[0]?.properties.find((name) => saidOf(row, name) !== undefined);
  const name = property === undefined ? 'id' : (resource.byProperty.get(property)?.name ?? property);
  return new NoSuchEntity(name, property === undefined ? 0 : String(saidOf(row, property)));
};

const byId = (id: number): string => `id:${id}`;

/**
 * Finds what each row means: by id, else by external_id, else by a unique key (pricing.md §1; bulk.md, "Sending rows").
 */
export const meet = async <T extends Recorded>(
  resource: Resource<T>,
  rows: readonly Row[],
  records: Records<T>,
  meeting: Meeting,
): Promise<readonly Met<T>[]> => {
  if (meeting === 'never') return rows.map((row) => ({ row, previous: undefined, refusal: undefined, lookups: [] }));
  const previous = new Array<T | undefined>(rows.length).fill(undefined);
  const lookups = rows.map(({ id }) => (id === undefined ? [] : [byId(id)]));
  const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const found = ids.length === 0 ? new Map<number, T>() : await records.byIds(ids);
  for (const [at, { id }] of rows.entries()) if (id !== undefined) previous[at] = found.get(id);
  for (const { key, ofValues } of identitiesOf(resource).lookups) {
    const open: number[] = [];
    const samples: Partial<T>[] = [];
    for (const [at, row] of rows.entries()) {
      if (previous[at] || row.id !== undefined) continue;
      const sample = sampleOf(resource, key.properties, row);
      const identity = ofValues(sample);
      if (identity === undefined) continue;
      lookups[at]?.push(identity);
      open.push(at);
      samples.push(sample);
    }
    if (open.length === 0) continue;
    const matches = await records.byKey(key, samples);
    for (const [position, at] of open.entries()) previous[at] = matches[position];
  }
  return rows.map((row, at) => {
    const mayCreate = meeting === 'ifThere' && (row.id === undefined || resource.ids === 'given');
    const refusal = previous[at] || mayCreate ? undefined : notFound(resource, row);
    return { row, previous: previous[at], refusal, lookups: lookups[at] ?? [] };
  });
};
