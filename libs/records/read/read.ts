import { isDeepStrictEqual } from 'node:util';
import {
  Decimal,
  type Fault,
  FAULTS_MAX,
  InputRefused,
  invalidValue,
  isObject,
  required,
  sentence,
  unsupported,
  wrongType,
} from '../../kernel/index.js';
import { namesOf } from '../declare/definition.js';
import { type Field, type Kind, ENTRIES_MAX, sameValue } from '../declare/field.js';
import {
  bad,
  characters,
  good,
  isShort,
  readBoolean,
  readDay,
  readDecimal,
  type Reading,
  readInstant,
  readInt,
  readString,
  readText,
  typeName,
  UNSTORABLE,
} from './read-scalars.js';

export { type Reading, readInt, typeName } from './read-scalars.js';

/** Throws `InputRefused` if a call has too many records. */
export const mustBeAtMost = (max: number, count: number): void => {
  if (count > max)
    throw InputRefused.sentence(
      'The request contains %count records, but at most %max are allowed. Send them in several calls.',
      { count, max },
    );
};

const tooLong = (field: string, count: number, most: number): Fault =>
  sentence(
    '"%fieldName" has %count entries, but at most %max are allowed. Send fewer entries.',
    { fieldName: field, count, max: most },
    field,
  );

const readList = (
  raw: unknown,
  kind: Kind & { type: 'ids' | 'words' | 'objects' },
  field: string,
  readOne: (item: unknown, path: string) => Reading,
): Reading => {
  if (!Array.isArray(raw)) return bad(wrongType(field, raw, typeName(kind)));
  const { most = ENTRIES_MAX } = kind;
  if (raw.length > most) return bad(tooLong(field, raw.length, most));
  const values: unknown[] = [];
  for (let index = 0; index < raw.length; index += 1) {
    const item: unknown = raw[index];
    const read = readOne(item, field);
    // Build the indexed name only for an error, because most items have none.
    if ('fault' in read) return readOne(item, `${field}[${index}]`);
    values.push(read.value);
  }
  return good(values);
};

/** Maximum number of codes in a record. */
const CODES_MAX = 1_000;
const TEXTS_MAX = 10_000;

/** Reads a map from codes to a string, a list of strings or null (which removes the code in a PUT, commerce.md). */
const readAttributes = (raw: unknown, field: string): Reading => {
  if (Array.isArray(raw) && raw.length === 0) return good({});
  if (!isObject(raw)) return bad(wrongType(field, raw, 'object'));
  const values: Record<string, string | readonly string[] | null> = Object.create(null) as Record<string, string>;
  const entries = Object.entries(raw);
  if (entries.length > CODES_MAX) return bad(tooLong(field, entries.length, CODES_MAX));
  let count = 0;
  for (const [, value] of entries) count += Array.isArray(value) ? value.length : 1;
  if (count > TEXTS_MAX) return bad(tooLong(field, count, TEXTS_MAX));
  for (const [code, value] of entries) {
    const path = `${field}.${code}`;
    if (code === '' || code !== code.trim() || !isShort(code, 255) || UNSTORABLE.test(code))
      return bad(invalidValue(field, code, 'codes of 1 to 255 characters without leading or trailing spaces'));
    if (value === null) {
      values[code] = null;
      continue;
    }
    const texts: string[] = [];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const read = readText(item, path);
      if ('fault' in read) return bad(read.fault);
      if (!isShort(read.text, 255)) return bad(invalidValue(path, item, 'at most 255 characters'));
      texts.push(read.text);
    }
    values[code] = Array.isArray(value) ? texts : (texts[0] ?? '');
  }
  return good(values);
};

/** Reads a value of this type (wire.md §2, "Request bodies"). The caller handles null. */
export const readValue = (kind: Kind, raw: unknown, field: string): Reading => {
  switch (kind.type) {
    case 'int':
      return readInt(raw, field, kind.min, kind.max);
    case 'decimal':
      return readDecimal(kind, raw, field);
    case 'string':
      return readString(kind, raw, field);
    case 'text': {
      const read = readText(raw, field);
      if ('fault' in read) return bad(read.fault);
      if (Buffer.byteLength(read.text) <= kind.maxBytes) return good(read.text);
      return bad(invalidValue(field, raw, `at most ${kind.maxBytes} bytes of UTF-8`));
    }
    case 'secret': {
      const read = readText(raw, field);
      // Error messages never contain a secret.
      const length = 'fault' in read ? -1 : characters(read.text);
      return 'text' in read && length >= kind.minLength && length <= kind.maxLength
        ? good(read.text)
        : bad(invalidValue(field, '***', `${kind.minLength} to ${kind.maxLength} characters`));
    }
    case 'day':
      return readDay(raw, field);
    case 'instant':
      return readInstant(raw, field);
    case 'ids': {
      const read = readList(raw, kind, field, (item) => readInt(item, field, 0, 2_147_483_647));
      return 'fault' in read ? read : good([...new Set(read.value as number[])]);
    }
    case 'words':
      return readList(raw, kind, field, (item) => {
        const read = readWord(kind, item, field);
        return 'fault' in read && kind.keepsFaulty ? kept({}, (path) => readWord(kind, item, path)) : read;
      });
    case 'attributes':
      return readAttributes(raw, field);
    case 'input':
      return isObject(raw) ? good(raw) : bad(wrongType(field, raw, typeName(kind)));
    case 'boolean':
      return readBoolean(raw, field);
    case 'json':
    case 'refusal':
      return good(raw);
    case 'object': {
      if (!isObject(raw)) return bad(wrongType(field, raw, 'object'));
      const read = readFields(kind.fields, raw, 'create', field);
      return read.faults[0] ? bad(read.faults[0]) : good(read.values);
    }
    case 'objects':
      return readList(raw, kind, field, (item, path) => {
        if (!isObject(item)) return bad(wrongType(path, item, 'object'));
        const sent = readSent(kind.fields, item, path);
        const { faults, values } = asCreated(sent);
        const [fault] = faults;
        if (fault === undefined) return good(values);
        // An unknown key is a mistake in the client, so it is an error of the whole list.
        return kind.keepsFaulty && sent.faults.length === 0
          ? kept(values, (at) => readEntry(kind, item, at))
          : bad(fault);
      });
  }
};

const readWord = (kind: Kind & { type: 'words' }, raw: unknown, field: string): Reading => {
  const read = readText(raw, field);
  if ('fault' in read) return bad(read.fault);
  const holds = (kind.words?.includes(read.text) ?? true) && (kind.accepts?.(read.text) ?? true);
  return holds ? good(read.text) : bad(invalidValue(field, raw, kind.rule ?? kind.words?.join(', ')));
};

const readEntry = (
  { fields }: Kind & { type: 'objects' },
  item: Readonly<Record<string, unknown>>,
  path: string,
): Reading => {
  const { faults, values } = readFields(fields, item, 'create', path);
  return faults[0] ? bad(faults[0]) : good(values);
};

/** An entry with an invalid value, in a list that keeps such entries. */
export class FaultyEntry {
  /** `values`: the valid ones by property. `faultAt` returns the first error for an entry at `path`. */
  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    readonly faultAt: (path: string) => Fault,
  ) {}
}

const kept = (values: FaultyEntry['values'], again: (path: string) => Reading): Reading =>
  good(
    new FaultyEntry(values, (path) => {
      const read = again(path);
      if ('fault' in read) return read.fault;
      throw new Error('a faulty entry without a fault');
    }),
  );

const EMPTY_IS_NULL: ReadonlySet<Kind['type']> = new Set(['int', 'decimal', 'day', 'boolean']);
/** Whether an empty text means null; an empty `external_id` does. */
const isNullIfEmpty = ({ kind, nullable, property }: Field): boolean =>
  nullable && (EMPTY_IS_NULL.has(kind.type) || property === 'externalId');
const EMPTY_IS_MISSING: ReadonlySet<Kind['type']> = new Set(['string', 'text', 'secret']);

const typedDefault = (field: Field): unknown =>
  field.kind.type === 'decimal' && typeof field.default === 'string' ? new Decimal(field.default) : field.default;

export interface FieldsRead {
  /** Values by property; for a change, only those that were sent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly faults: readonly Fault[];
}

/** Precomputed data for reading a list of fields. */
interface Plan {
  readonly names: ReadonlyMap<string, number>;
  readonly indexes: ReadonlyMap<string, number>;
  readonly keys: readonly { readonly position: number; readonly property: string }[];
  readonly defaults: readonly unknown[];
  /** Whether no field contains objects. */
  readonly isFlat: boolean;
}

const plans = new WeakMap<readonly Field[], Plan>();

const planOf = (fields: readonly Field[]): Plan => {
  let plan = plans.get(fields);
  if (!plan) {
    const indexes = new Map(fields.map(({ property }, index) => [property, index]));
    plan = {
      names: new Map([...namesOf(fields)].map(([name, { property }]) => [name, indexes.get(property) ?? 0])),
      indexes,
      keys: fields.flatMap(({ keyOf }, index) => (keyOf ? [{ position: index, property: keyOf.property }] : [])),
      defaults: fields.map(typedDefault),
      isFlat: fields.every(({ kind }) => kind.type !== 'object' && kind.type !== 'objects'),
    };
    plans.set(fields, plan);
  }
  return plan;
};

export const defaultOf = (fields: readonly Field[], property: string): unknown => {
  const { defaults, indexes } = planOf(fields);
  return defaults[indexes.get(property) ?? -1];
};

/** Whether two inputs of a field are equal, such as `5` and `"5.00"`. */
const sameInput = ({ kind, access }: Field, one: unknown, other: unknown): boolean => {
  if (access === 'read' || one === other) return true;
  const [first, second] = [readValue(kind, one, ''), readValue(kind, other, '')];
  return 'value' in first && 'value' in second && sameValue(first.value, second.value);
};

const differing = (first: string, second: string): Fault =>
  sentence(
    `"%first" and "%second" are names of the same field but have different values. Send only one of them.`,
    { first, second },
    second,
  );

/** The error if an object has different values under several names of a field. */
export const spellingFaults = (field: Field, raw: Readonly<Record<string, unknown>>): readonly Fault[] => {
  const [first, ...others] = Object.keys(raw).filter((key) => namesOf([field]).has(key));
  if (first === undefined) return [];
  const isOther = (key: string): boolean =>
    !isDeepStrictEqual(raw[first], raw[key]) && !sameInput(field, raw[first], raw[key]);
  return others.filter(isOther).map((key) => differing(first, key));
};

const pathOf = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Reads a value. A type error names the field as the client spelled it; other errors use the declared name. */
const readNamed = ({ kind, name }: Field, value: unknown, path: string, key: string): Reading => {
  const read = readValue(kind, value, pathOf(path, key));
  return 'fault' in read && read.fault.kind !== 'type' && key !== name
    ? readValue(kind, value, pathOf(path, name))
    : read;
};

const NULL = { value: null } as const;

/**
 * An object read by its declared fields (wire.md §2): keys in snake_case or camelCase; read-only fields are ignored.
 * `asCreated` and `asChanged` interpret missing values and null, because that depends on whether the record exists.
 */
export interface SentFields {
  readonly fields: readonly Field[];
  readonly path: string;
  /** Results by index of the field; undefined if the field was not sent. */
  readonly readings: readonly (Reading | undefined)[];
  /** Unknown and contradictory keys. */
  readonly faults: readonly Fault[];
}

export const readSent = (fields: readonly Field[], raw: Readonly<Record<string, unknown>>, path = ''): SentFields => {
  const { names } = planOf(fields);
  const faults: Fault[] = [];
  const readings = new Array<Reading | undefined>(fields.length).fill(undefined);
  const keys = new Array<string | undefined>(fields.length).fill(undefined);
  for (const key of Object.keys(raw)) {
    const at = names.get(key);
    const field = at === undefined ? undefined : fields[at];
    if (at === undefined || !field) {
      if (faults.length < FAULTS_MAX) faults.push(unsupported(pathOf(path, key)));
      continue;
    }
    const before = keys[at];
    if (before !== undefined && !sameInput(field, raw[before], raw[key])) {
      faults.push(differing(before, key));
    }
    keys[at] = key;
    if (field.access === 'read') continue;
    const value = raw[key];
    if (value === undefined) readings[at] = undefined;
    else if (value === null || (value === '' && isNullIfEmpty(field))) readings[at] = NULL;
    // A required text that is empty counts as missing.
    else if (value === '' && field.required && EMPTY_IS_MISSING.has(field.kind.type)) readings[at] = NULL;
    else readings[at] = readNamed(field, value, path, key);
  }
  return { fields, path, readings, faults };
};

/** The value sent for a property: undefined if missing or invalid, null if null was sent. */
export const sentValue = ({ fields, readings }: SentFields, property: string): unknown => {
  const reading = readings[planOf(fields).indexes.get(property) ?? -1];
  return reading && 'value' in reading ? reading.value : undefined;
};

/** Errors of the input that do not depend on whether the record exists. */
export const sentFaults = ({ readings, faults }: SentFields): readonly Fault[] => {
  const found = [...faults];
  for (const reading of readings) if (reading && 'fault' in reading) found.push(reading.fault);
  return found;
};

const isNamed = ({ fields, readings }: SentFields, property: string): boolean =>
  planOf(fields).keys.some((key) => {
    const reading = readings[key.position];
    return key.property === property && reading !== undefined && reading !== NULL;
  });

/**
 * Interprets the input as a new record: missing values and null mean the default, and required fields must be present.
 * Returns all errors together.
 */
export const asCreated = (sent: SentFields): FieldsRead => {
  const { fields, readings, path } = sent;
  const { defaults } = planOf(fields);
  const faults = [...sent.faults];
  const values: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    if (!field || field.access === 'read') continue;
    const reading = readings[at];
    if (reading === undefined || reading === NULL) {
      if (field.required && !isNamed(sent, field.property)) faults.push(required(pathOf(path, field.name)));
      else if (!field.keyOf && !isNamed(sent, field.property)) values[field.property] = defaults[at];
    } else if ('fault' in reading) faults.push(reading.fault);
    else values[field.property] = reading.value;
  }
  return { values, faults };
};

/**
 * Interprets the input as a change: missing fields keep their value, and null clears a nullable field and is an error
 * for others.
 */
export const asChanged = (sent: SentFields): FieldsRead => {
  const { fields, readings, path } = sent;
  const faults = [...sent.faults];
  const values: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) {
    const reading = readings[at];
    if (reading === undefined) continue;
    if (reading === NULL) {
      if (field.nullable) values[field.property] = null;
      else if (!field.keyOf && !isNamed(sent, field.property)) faults.push(required(pathOf(path, field.name)));
    } else if ('fault' in reading) faults.push(reading.fault);
    else values[field.property] = reading.value;
  }
  return { values, faults };
};

/**
 * Fast path for new records with declared names and without errors, which most are. Undefined for any other input, to
 * which all rules are then applied.
 */
const asFaultless = (fields: readonly Field[], raw: Readonly<Record<string, unknown>>): FieldsRead | undefined => {
  const { defaults, isFlat } = planOf(fields);
  if (!isFlat) return undefined;
  const values: Record<string, unknown> = {};
  let unread = Object.keys(raw).length;
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    if (!field || field.access === 'read') continue;
    const value = raw[field.name];
    if (value === undefined) {
      if (field.required || field.keyOf) return undefined;
      values[field.property] = defaults[at];
      continue;
    }
    if (value === null || value === '') return undefined;
    const reading = readValue(field.kind, value, '');
    if ('fault' in reading) return undefined;
    values[field.property] = reading.value;
    unread -= 1;
  }
  return unread === 0 ? { values, faults: NO_FAULTS } : undefined;
};

const NO_FAULTS: readonly Fault[] = [];

/** Reads an object as a new record or as a change. */
export const readFields = (
  fields: readonly Field[],
  raw: Readonly<Record<string, unknown>>,
  mode: 'create' | 'change',
  path = '',
): FieldsRead => {
  const faultless = mode === 'create' ? asFaultless(fields, raw) : undefined;
  if (faultless) return faultless;
  const sent = readSent(fields, raw, path);
  return mode === 'create' ? asCreated(sent) : asChanged(sent);
};
