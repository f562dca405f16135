import {
  at,
  type Criteria,
  type Fault,
  type Filter,
  InputRefused,
  invalidValue,
  isObject,
  refuse,
  sentence,
} from '../../kernel/index.js';
import type { Field } from '../declare/field.js';
import type { KeyedFields, KeyWay, Resources } from '../declare/resources.js';
import { type IdFound, type NamedRecord, RecordIds } from '../files/record-ids.js';
import type { References } from '../ports.js';
import { readValue, spellingFaults } from '../read/read.js';
import { ofExisting } from './resolve-keys.js';
import { BrokenInput, type Input } from './row.js';

type KeyedField = KeyedFields['keyed'][number];

/** The id of a record referred to by key. Undefined if it is not looked up. */
type IdOf = (named: NamedRecord) => IdFound | undefined;

const spellingsOf = ({ name, property, alias }: Field): readonly string[] =>
  alias === undefined ? [name, property] : [name, property, alias];

const sentIn = (input: Input, field: Field): unknown => {
  const spelling = spellingsOf(field).find((name) => input[name] !== undefined);
  return spelling === undefined ? undefined : input[spelling];
};

/** An email address that customers of several websites have; the same error for bodies and filters. */
const several = ({ way, fields }: KeyWay, text: unknown): Fault => {
  const [first, second] = fields;
  return sentence(
    'Several records have the %first "%value". Send %second as well.',
    { first: way.parts[0]?.column, value: text, second: second?.name },
    first?.name,
  );
};

const withoutFirst = ([first]: readonly Field[], field: Field): Fault =>
  sentence(
    '"%fieldName" is part of a key. Send it together with "%first".',
    { fieldName: field.name, first: first?.name },
    field.name,
  );

const differing = (first: string, second: string): Fault =>
  sentence('"%first" and "%second" refer to different records. Send only one of them.', { first, second }, second);

/** The value of a key in an input: missing, null or ids. */
type KeySaid = { readonly name: string; readonly ids: readonly number[] } | 'null' | undefined;

/** Creates the error for a key without a record. `fields`: those of the key. */
type Absence = (named: NamedRecord, fields: readonly Field[]) => Fault;

/** Names the wrong part of a key: `customer_website_code` if the website does not exist, otherwise the first part. */
const absenceIn = async (
  wanted: readonly NamedRecord[],
  idOf: (named: NamedRecord) => IdFound,
  references: References,
): Promise<Absence> => {
  const { resources } = references;
  const unknown = new Map<NonNullable<NamedRecord['way']['parts'][number]['of']>, ReadonlySet<string>>();
  const absent = wanted.filter((named) => idOf(named) === 'absent');
  for (const way of new Set(absent.map((named) => named.way))) {
    for (const [index, { of }] of way.parts.entries()) {
      if (!of) continue;
      const texts = absent.flatMap((named) => (named.way === way ? [named.cells[index] ?? null] : []));
      const sent = [...new Set(texts.filter((text) => text !== null))];
      const known = await references.ids(of.resource, of.key, sent);
      unknown.set(of, new Set(sent.filter((text) => !known.has(text))));
    }
  }
  return ({ naming, way: { parts }, cells }, fields) => {
    const wrong = parts.findIndex(({ of }, index) => of && unknown.get(of)?.has(cells[index] ?? ''));
    const position = Math.max(wrong, 0);
    const part = parts[position];
    const [resource, key] = part?.of ? [part.of.resource, part.of.key] : [naming.resource, part?.property ?? ''];
    return invalidValue(
      fields[position]?.name ?? '',
      cells[position],
      ofExisting(key, resources.named(resource).title.one),
    );
  };
};

class KeyReader {
  readonly faults: Fault[] = [];
  /** The references to missing records. */
  readonly absent: NamedRecord[] = [];
  /** Whether the input has any key. */
  hasKeys = false;

  /** `isLookedUp`: the ids are real, so an id sent next to a key must match it. */
  constructor(
    private readonly idOf: IdOf,
    private readonly isLookedUp = true,
    private readonly absence?: Absence,
  ) {}

  /** The input with ids instead of keys; the same object if it has no keys. */
  read({ keyed, nested, names }: KeyedFields, input: Input): Input {
    const hasKeys = Object.keys(input).some((name) => names.has(name));
    const found = hasKeys ? keyed.reduce((read, field) => this.replaced(field, read), input) : input;
    return nested.reduce((read, { field, inside }) => this.inside(field, inside, read), found);
  }

  private inside(field: Field, inside: KeyedFields, input: Input): Input {
    const value = sentIn(input, field);
    if (typeof value !== 'object' || value === null) return input;
    const differ = spellingFaults(field, input);
    // Without keys the other spelling is left for the object's reader, which refuses it.
    const list = Array.isArray(value) ? (value as readonly unknown[]) : undefined;
    const one = (item: unknown, path: string): unknown => {
      if (!isObject(item)) return item;
      const reader = new KeyReader(this.idOf, this.isLookedUp, this.absence);
      const read = reader.read(inside, item);
      this.hasKeys ||= reader.hasKeys;
      this.faults.push(...reader.faults.map((fault) => at(path, fault)));
      return read;
    };
    const next = list ? list.map((item, index) => one(item, `${field.name}[${index}]`)) : one(value, field.name);
    const isSame = list ? list.every((item, index) => item === (next as unknown[])[index]) : next === value;
    if (isSame) return input;
    this.faults.push(...differ);
    return { ...without(input, [field]), [field.property]: next };
  }

  private replaced({ field, naming, ways }: KeyedField, input: Input): Input {
    const keys = ways.flatMap(({ fields }) => fields);
    if (keys.every((key) => sentIn(input, key) === undefined)) return input;
    this.hasKeys = true;
    const differ = [field, ...keys].flatMap((one) => spellingFaults(one, input));
    this.faults.push(...differ);
    if (differ.length > 0) return without(input, [field, ...keys]);
    const said = ways.map((way) => this.said(naming, way, input));
    const known = said.filter((one) => typeof one === 'object');
    const rest = without(input, keys);
    const own = sentIn(input, field);
    const [first, ...more] = known;
    if (!first) {
      const isNull = said.includes('null') && own === undefined && field.nullable;
      return isNull ? { ...rest, [field.property]: null } : rest;
    }
    const other = more.find(({ ids }) => !sameIds(first.ids, ids));
    if (other) this.faults.push(differing(first.name, other.name));
    const isSent = own !== undefined && own !== null;
    if (isSent && !this.isLookedUp) return rest;
    const ownIds = isSent ? idsIn(field, own) : undefined;
    if (ownIds && !sameIds(ownIds, first.ids)) this.faults.push(differing(field.name, first.name));
    return { ...without(rest, [field]), [field.property]: field.kind.type === 'ids' ? first.ids : first.ids[0] };
  }

  /** Refuses a further part of a key without its first part. */
  private alone(fields: readonly Field[], field: Field, value: unknown): void {
    if (value === undefined || value === null) return;
    const read = readValue(field.kind, value, field.name);
    this.faults.push('fault' in read ? read.fault : withoutFirst(fields, field));
  }

  private said(naming: KeyedField['naming'], { way, fields }: KeyWay, input: Input): KeySaid {
    const sent = fields.map((field) => sentIn(input, field));
    const [first, ...others] = sent;
    if (first === undefined || first === null) {
      for (const [at, field] of fields.entries()) if (at > 0) this.alone(fields, field, sent[at]);
      return first === null ? 'null' : undefined;
    }
    const before = this.faults.length;
    const read = fields.map((field, index): unknown => {
      const value = sent[index];
      if (value === undefined || value === null) return null;
      const found = readValue(field.kind, value, field.name);
      if ('fault' in found) this.faults.push(found.fault);
      return 'fault' in found ? null : found.value;
    });
    if (this.faults.length > before) return undefined;
    const name = fields[0]?.name ?? '';
    const ids: number[] = [];
    const texts = [read[0]].flat() as readonly string[];
    for (const text of texts) {
      const named = { naming, way, cells: [text, ...(read.slice(1, 1 + others.length) as (string | null)[])] };
      const id = this.idOf(named);
      if (typeof id === 'number') ids.push(id);
      else if (id === 'several') this.faults.push(several({ way, fields }, text));
      else if (id === 'absent') {
        if (this.absence) this.faults.push(this.absence(named, fields));
        this.absent.push(named);
      }
    }
    return ids.length < texts.length ? undefined : { name, ids: [...new Set(ids)] };
  }
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

/** Undefined for an invalid id, which is reported when the record is read. */
const idsIn = ({ kind, name }: Field, own: unknown): readonly number[] | undefined => {
  const read = readValue(kind, own, name);
  return 'fault' in read ? undefined : [...new Set([read.value].flat() as number[])];
};

const without = (input: Input, fields: readonly Field[]): Input => {
  const gone = new Set(fields.flatMap(spellingsOf));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !gone.has(name)));
};

/** An input with ids instead of keys, and the errors of the keys. */
interface ReplacedKeys {
  readonly input: Input;
  readonly faults: readonly Fault[];
  /** The resources of missing records. */
  readonly absent: readonly string[];
}

const NOTHING: readonly never[] = [];

/** Replaces the business keys of inputs by ids, which are looked up together (wire.md §2, "Business keys"). */
export const replaceKeys = async (
  fields: readonly Field[],
  inputs: readonly Input[],
  references: References,
): Promise<readonly ReplacedKeys[]> => {
  const keyed = references.resources.keyedFields(fields);
  const plain = (input: Input): ReplacedKeys => ({ input, faults: NOTHING, absent: NOTHING });
  if (keyed.fields === fields) return inputs.map(plain);
  const wanted: NamedRecord[] = [];
  const collecting = new KeyReader((named) => {
    wanted.push(named);
    return undefined;
  });
  for (const input of inputs) if (!(input instanceof BrokenInput)) collecting.read(keyed, input);
  if (!collecting.hasKeys) return inputs.map(plain);
  const idOf = await new RecordIds(references, references, references.resources).find(wanted);
  const absence = await absenceIn(wanted, idOf, references);
  return inputs.map((input) => {
    if (input instanceof BrokenInput) return plain(input);
    const reader = new KeyReader(idOf, true, absence);
    const read = reader.read(keyed, input);
    return { input: read, faults: reader.faults, absent: reader.absent.map(({ naming }) => naming.resource) };
  });
};

/** Placeholder for the id of a record that is looked up when the call runs. */
const PLACEHOLDER_ID = 1;

/** Replaces keys without looking them up, for input that is only validated. Throws `InputRefused` for invalid keys. */
export const standIns = (fields: readonly Field[], input: Input, resources: Resources): Input => {
  const reader = new KeyReader(() => PLACEHOLDER_ID, false);
  const read = reader.read(resources.keyedFields(fields), input);
  refuse(reader.faults);
  return read;
};

/** An id that no record has. */
const UNKNOWN_ID = -1;

/** Conditions on ids that replace conditions on keys. */
const OF_KEYS: Partial<Record<Filter['condition'], Filter['condition']>> = {
  eq: 'eq',
  in: 'in',
  finset: 'in',
  neq: 'neq',
};

/** Replaces filters by business keys with filters by ids (wire.md §4). */
export const keyedCriteria = async (
  fields: readonly Field[],
  criteria: Criteria,
  references: References,
): Promise<Criteria> => {
  const { keyed, names } = references.resources.keyedFields(fields);
  if (!criteria.groups.some((group) => group.some(({ property }) => names.has(property)))) return criteria;
  let { groups } = criteria;
  for (const { field, naming, ways } of keyed) {
    for (const key of ways) {
      const [first, ...others] = key.fields;
      if (!first) continue;
      const parts = others.map((part) => onlyValue(part, groups));
      const used = groups.some((group) => group.some(({ property }) => property === first.property));
      const alone = used ? undefined : others.find((_, index) => parts[index] !== null);
      if (alone) throw new InputRefused(withoutFirst(key.fields, alone));
      if (!used) continue;
      const named = ({ values }: Filter): readonly NamedRecord[] =>
        values.flat().map((text) => ({ naming, way: key.way, cells: [text as string, ...parts] }));
      const isOfKey = ({ property }: Filter): boolean => property === first.property;
      const wanted = groups.flatMap((group) => group.filter(isOfKey).flatMap(named));
      const idOf = await new RecordIds(references, references, references.resources).find(wanted);
      const byIds = (filter: Filter): Filter => {
        if (!isOfKey(filter)) return filter;
        const condition = OF_KEYS[filter.condition];
        if (!condition) throw new InputRefused(unusable(filter.condition, first));
        const found = named(filter).map((one) => {
          const id = idOf(one);
          if (id === 'several') throw new InputRefused(several(key, one.cells[0]));
          return typeof id === 'number' ? id : UNKNOWN_ID;
        });
        return { property: field.property, condition, values: found };
      };
      groups = groups
        .filter(([filter]) => !others.some(({ property }) => property === filter?.property))
        .map((group) => group.map(byIds));
    }
  }
  return { ...criteria, groups };
};

const unusable = (condition: string, { name }: Field): Fault =>
  sentence('The "%1" condition can\'t be used on "%2".', [condition, name]);

/** The value of an additional part of a key: a single filter with `eq`, alone in its group; null if there is none. */
const onlyValue = (part: Field, groups: Criteria['groups']): string | null => {
  const own = groups.filter((group) => group.some(({ property }) => property === part.property));
  const [group] = own;
  if (!group) return null;
  const [filter] = group;
  if (own.length > 1 || group.length > 1 || filter?.condition !== 'eq')
    throw new InputRefused(
      sentence(
        'A filter on "%fieldName" must use eq and be the only filter in its group.',
        { fieldName: part.name },
        part.name,
      ),
    );
  return String(filter.values[0]);
};
