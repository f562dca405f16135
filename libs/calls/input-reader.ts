import { type Field, isList, namesOf, readFields, type Resources, snakeCase } from '../records/index.js';
import { refuse, sentence, InputRefused, shown, NoSuchEntity } from '../kernel/index.js';
import { type WireSettings, type FieldGuard, fieldGuard } from '../web/index.js';
import type { BodySpec, SearchRequest, PartSpec, InputParts, SearchSpec, Caller } from '../operations/index.js';
import { unwrapObject, unwrapList, plainObject } from './wrapper.js';
import { type ReadingRules, criteriaOf, readCriteria } from './criteria.js';

/** The input of an operation in the form that REST uses, for every interface. */
export interface Sent {
  /** Path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The result of `parseQuery`; search criteria are in `search_criteria`, with snake_case names. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed JSON including its wrapper; for a bulk call only the rows. */
  readonly body: unknown;
}

/** The caller, and the limits for reading the input. */
export interface Sender {
  readonly caller: Caller | undefined;
  readonly settings: WireSettings;
}

const readAll = (fields: readonly Field[], raw: Readonly<Record<string, unknown>>, mode: 'create' | 'change') => {
  const { values, faults } = readFields(fields, raw, mode);
  refuse(faults);
  return values;
};

const refusedFaults = (object: Readonly<Record<string, unknown>>, refused: Readonly<Record<string, string>>) =>
  Object.keys(object).flatMap((key) => {
    const name = snakeCase(key);
    return Object.hasOwn(refused, name) ? [sentence(refused[name] ?? '', { fieldName: key }, key)] : [];
  });

/** The body as declared; `guard` checks fields that require their own right. */
export const bodyValue = (
  { body }: Pick<Sent, 'body'>,
  { caller, settings }: Sender,
  spec: Exclude<BodySpec, { kind: 'stream' }>,
  guard: FieldGuard | undefined,
): unknown => {
  const applyGuard = (sent: Iterable<object>): void => guard?.(sent, caller, settings);
  switch (spec.kind) {
    case 'record': {
      const record = unwrapObject(body, spec.resource.wrapper);
      applyGuard([record]);
      return record;
    }
    case 'records': {
      const records = unwrapList(body, spec.wrapper);
      applyGuard(records);
      return records;
    }
    case 'wrapped':
      return readAll(spec.fields, unwrapObject(body, spec.wrapper), 'change');
    case 'plain': {
      const object = plainObject(body);
      refuse(refusedFaults(object, spec.refused));
      return readAll(spec.fields, object, 'create');
    }
    case 'bulk':
      applyGuard(body as readonly object[]);
      return body;
  }
};

const INT_TEXT = /^-?\d+$/;

/** An id in a path (wire.md §2). `NoSuchEntity` for a value that no record can have. */
export const pathId = (raw: string, fieldName = 'id'): number => {
  if (!INT_TEXT.test(raw)) {
    throw new InputRefused(
      sentence(`The "${shown(raw)}" value's type is invalid. The "int" type was expected. Verify and try again.`),
    );
  }
  const id = Number(raw) || 0;
  if (id < 0 || id > 2_147_483_647) throw new NoSuchEntity(fieldName, Number.isSafeInteger(id) ? id : shown(raw));
  return id;
};

/** An id that no record has; replaces an impossible id where unknown ids are allowed. */
const UNKNOWN_ID = -1;

/** An id in a path that need not exist: an impossible one becomes -1. */
export const pathIdOrUnknown = (raw: string): number => {
  try {
    return pathId(raw);
  } catch (error) {
    if (error instanceof NoSuchEntity) return UNKNOWN_ID;
    throw error;
  }
};

export interface QuerySpec {
  readonly fields: readonly Field[];
  readonly strict: boolean;
  /** Whether to accept search criteria, which are read elsewhere, as known parameters. */
  readonly criteria?: boolean;
}

/** Query parameters that every operation accepts (wire.md §3). */
const FIELDS = 'fields';
const CRITERIA = 'search_criteria';

/** A list with one string may be sent without brackets. */
const listed = (sent: unknown): unknown => (typeof sent === 'string' && sent !== '' ? [sent] : sent);

/** The declared query parameters, in both spellings. */
export const queryValue = ({ query }: Pick<Sent, 'query'>, { fields, strict, criteria }: QuerySpec): unknown => {
  const names = new Set(fields.flatMap(({ name, property }) => [name, property]));
  const lists = new Set(fields.flatMap(({ name, property, kind }) => (isList(kind) ? [name, property] : [])));
  const entries = Object.entries(query).filter(([name]) =>
    strict ? name !== FIELDS && !(criteria === true && name === CRITERIA) : names.has(name),
  );
  return readAll(
    fields,
    Object.fromEntries(entries.map(([name, sent]) => [name, lists.has(name) ? listed(sent) : sent])),
    'create',
  );
};

export const rulesOf = ({ pageSizeMax, searchBudget }: WireSettings): ReadingRules => ({
  largestPage: pageSizeMax,
  budget: searchBudget,
});

export const criteriaValue = (
  { query }: Pick<Sent, 'query'>,
  { settings }: { readonly settings: WireSettings },
  { byName, mayBeAbsent }: SearchSpec,
): SearchRequest => criteriaOf(byName, readCriteria(query, { ...rulesOf(settings), mayBeAbsent }));

type PartReader = (sent: Sent, sender: Sender) => unknown;

/** A body that is the same object as before is read already; it does not depend on the sender. */
const readOnce = (read: PartReader): PartReader => {
  const known = new WeakMap<object, unknown>();
  return (sent, sender) => {
    const { body } = sent;
    const before = typeof body === 'object' && body !== null ? known.get(body) : undefined;
    if (before !== undefined) return before;
    const value = read(sent, sender);
    if (typeof body === 'object' && body !== null) known.set(body, value);
    return value;
  };
};

/** Adds the business keys that may replace the ids of references. */
export const withKeys = (part: PartSpec, resources: Resources): PartSpec => {
  const keyed = (fields: readonly Field[]): readonly Field[] => resources.keyedFields(fields).fields;
  switch (part.from) {
    case 'query':
      return { ...part, fields: keyed(part.fields) };
    case 'criteria': {
      const fields = keyed(part.fields);
      return fields === part.fields ? part : { ...part, fields, byName: namesOf(fields) };
    }
    case 'body': {
      const { body } = part;
      if (body.kind !== 'plain' && body.kind !== 'wrapped') return part;
      return { ...part, body: { ...body, fields: keyed(body.fields) } };
    }
    default:
      return part;
  }
};

const partReader = (part: PartSpec): PartReader => {
  switch (part.from) {
    case 'id': {
      const { name, orUnknown } = part;
      return ({ params }) => (orUnknown ? pathIdOrUnknown : pathId)(params[name] ?? '', name);
    }
    case 'key':
      return ({ params }) => params[part.name] ?? '';
    case 'query':
      return (sent) => queryValue(sent, part);
    case 'criteria':
      return (sent, sender) => criteriaValue(sent, sender, part);
    case 'body': {
      const { body } = part;
      if (body.kind === 'stream') throw new Error('an operation takes no stream: its handler reads that by itself');
      const guard = 'resource' in body ? fieldGuard(body.resource) : undefined;
      const read: PartReader = (sent, sender) => bodyValue(sent, sender, body, guard);
      return body.kind === 'plain' && body.limit === 'question' ? readOnce(read) : read;
    }
  }
};

/** Parses the input of an operation. */
export type InputReader = (sent: Sent, sender: Sender) => Readonly<Record<string, unknown>>;

/** If several parts are invalid, the reader reports the last declared one. */
export const inputReader = (parts: InputParts, resources?: Resources): InputReader => {
  const readers = Object.entries(parts)
    .map(([name, part]) => [name, partReader(resources ? withKeys(part, resources) : part)] as const)
    .reverse();
  return (sent, sender) => {
    const input: Record<string, unknown> = {};
    for (const [name, read] of readers) input[name] = read(sent, sender);
    return input;
  };
};
