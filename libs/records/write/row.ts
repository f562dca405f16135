import { type Fault, unsupported } from '../../kernel/index.js';
import type { Recorded, Resource } from '../declare/definition.js';
import {
  asChanged,
  asCreated,
  type FieldsRead,
  readInt,
  readSent,
  type SentFields,
  sentFaults,
  sentValue,
} from '../read/read.js';

export type Input = Readonly<Record<string, unknown>>;

/**
 * `create` adds a record (POST), `update` requires an existing one (PUT), `upsert` changes or adds one (bulk, import).
 */
export type SaveVerb = 'create' | 'update' | 'upsert';

/**
 * Stands for an unreadable input, such as a line that is not an object, so that it fails without affecting the others.
 */
export class BrokenInput {
  readonly [field: string]: unknown;

  constructor(readonly fault: Fault) {}
}

const entriesIn = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const item of Object.values(value)) count += Array.isArray(item) ? item.length : 1;
  return count;
};

/** Weight of a row: one, plus one for each entry of its lists and objects. */
export const weightOf = (input: Input): number => {
  let weight = 1;
  for (const value of Object.values(input)) weight += entriesIn(value);
  return weight;
};

/** A row before its record is known, with all errors that do not depend on the record. */
export interface Row {
  readonly index: number;
  readonly weight: number;
  /** The id from the path, or from the body if allowed. */
  readonly id: number | undefined;
  readonly sent: SentFields;
  /** The interpretation as a new record or as a change, if the verb determines it. */
  readonly known: FieldsRead | undefined;
  /** The ids for business keys, by property. */
  readonly keyed: Readonly<Record<string, number | null>>;
  readonly faults: readonly Fault[];
}

const NOT_KEYED: Row['keyed'] = Object.freeze({});

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

/** Stands for a row that is not an object. */
const brokenRow = <T extends Recorded>(resource: Resource<T>, index: number, fault: Fault): Row => ({
  index,
  weight: 1,
  id: undefined,
  sent: readSent(resource.fields, {}),
  known: undefined,
  keyed: NOT_KEYED,
  faults: [fault],
});

/** Reads a row by the declared fields. `pathId`, the id in the path, overrides an id in the body (wire.md §2). */
export const readRow = <T extends Recorded>(
  resource: Resource<T>,
  input: Input,
  index: number,
  verb: SaveVerb,
  pathId?: number,
): Row => {
  if (input instanceof BrokenInput) return brokenRow(resource, index, input.fault);
  const sent = readSent(resource.fields, input);
  const known = verb === 'create' ? asCreated(sent) : verb === 'update' ? asChanged(sent) : undefined;
  const faults = [...(known?.faults ?? sentFaults(sent))];
  const id = pathId ?? idOf(input, verb === 'create' && resource.ids === 'made', faults);
  return { index, weight: weightOf(input), id, sent, known, keyed: NOT_KEYED, faults };
};

/** Placeholder: the actual id comes from the path. */
const PLACEHOLDER_ID = 0;

/** All errors of the record itself, reported together before stored data is read. */
export const recordFaults = <T extends Recorded>(
  resource: Resource<T>,
  input: Input,
  verb: Exclude<SaveVerb, 'upsert'>,
): readonly Fault[] => readRow(resource, input, 0, verb, verb === 'update' ? PLACEHOLDER_ID : undefined).faults;

/** The value of a property in the row; the id from a business key takes precedence. */
export const sentOrKeyedValue = ({ keyed, sent }: Row, property: string): unknown =>
  keyed[property] ?? sentValue(sent, property);

/** The values of a row as a new record or a change, without keys that only replace ids. */
export const valuesOf = (row: Row, isThere: boolean): FieldsRead => {
  const { values, faults } = row.known ?? (isThere ? asChanged(row.sent) : asCreated(row.sent));
  const kept: Record<string, unknown> = {};
  for (const { property, keyOf } of row.sent.fields) {
    const value = values[property];
    if (value !== undefined && !keyOf) kept[property] = value;
  }
  return { values: Object.assign(kept, row.keyed), faults };
};
