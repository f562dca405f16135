import { createHash } from 'node:crypto';
import type { AuditedChange, ChangedValue } from '../../kernel/index.js';
import type { Recorded, Resource, Tracked } from '../declare/definition.js';
import { type Field, sameValue } from '../declare/field.js';
import { wireValue } from '../read/to-wire.js';

/** Recorded in the audit trail to reconstruct records at a point in time, but not shown as a change. */
export const WRITTEN_AT = 'updated_at';

type Values = Readonly<Record<string, unknown>>;

/** In characters of JSON. */
const VALUE_MAX = 70_000;

/** Replaces a value that is too long for an audit entry. */
interface LongValue {
  readonly sha256: string;
  readonly characters: number;
}

/** Whether values of a field can be too long. */
const mayBeLong = ({ kind: { type } }: Field): boolean =>
  type === 'text' || type === 'objects' || type === 'object' || type === 'attributes' || type === 'json';

/**
 * Whether audit entries contain this field. The id is stored separately, and keys of other records follow from their
 * ids.
 */
const isAudited = ({ property, kind, keyOf, isSecret }: Field): boolean =>
  property !== 'id' && keyOf === undefined && kind.type !== 'secret' && isSecret !== true && kind.type !== 'input';

/** Names of fields that can prove a secret; entries of earlier builds may contain them. */
export const secretNamesOf = (resource: Pick<Resource, 'fields'>): readonly string[] =>
  resource.fields.filter(({ kind, isSecret }) => kind.type === 'secret' || isSecret === true).map(({ name }) => name);

interface AuditedFields {
  readonly plain: readonly Field[];
  readonly personal: readonly Field[];
  readonly key: string | undefined;
}

const known = new WeakMap<object, AuditedFields>();

const auditedFieldsOf = <T extends Recorded>(resource: Resource<T>): AuditedFields => {
  let found = known.get(resource);
  if (!found) {
    const audited = resource.fields.filter(isAudited);
    const mayName = [resource.businessKey?.key, 'externalId'].find(
      (property) => property !== undefined && resource.byProperty.has(property),
    );
    found = {
      plain: audited.filter(({ isPersonal }) => isPersonal !== true),
      personal: audited.filter(({ isPersonal }) => isPersonal === true),
      key: mayName !== undefined && resource.byProperty.get(mayName)?.isPersonal !== true ? mayName : undefined,
    };
    known.set(resource, found);
  }
  return found;
};

const shortened = (value: unknown): unknown => {
  const text = JSON.stringify(value);
  if (text.length <= VALUE_MAX) return value;
  return { sha256: createHash('sha256').update(text).digest('hex'), characters: text.length } satisfies LongValue;
};

/** A field's value in an audit entry; most are unchanged. */
const entered = (field: Field, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  const { type } = field.kind;
  if (type === 'int' || type === 'string' || type === 'day') return value;
  const wire = wireValue(field, value);
  return mayBeLong(field) ? shortened(wire) : wire;
};

type Changes = Record<string, ChangedValue>;

/** All values of these fields, for a new or deleted record; undefined if there are none. */
const all = (fields: readonly Field[], record: Values, isNew: boolean): Changes | undefined => {
  let found: Changes | undefined;
  for (const field of fields) {
    const value = record[field.property];
    if (value === undefined || value === null) continue;
    const content = entered(field, value);
    (found ??= {})[field.name] = isNew ? [null, content] : [content, null];
  }
  return found;
};

/** The values of these fields that differ; undefined if none does. */
const differing = (fields: readonly Field[], previous: Values, next: Values): Changes | undefined => {
  let found: Changes | undefined;
  for (const field of fields) {
    const [before, after] = [previous[field.property], next[field.property]];
    if (before === after || sameValue(before, after)) continue;
    (found ??= {})[field.name] = [entered(field, before), entered(field, after)];
  }
  return found;
};

const changed = (
  fields: readonly Field[],
  previous: Values | undefined,
  next: Values | undefined,
): Changes | undefined => {
  if (previous && next) return differing(fields, previous, next);
  const record = next ?? previous;
  return record && all(fields, record, next !== undefined);
};

/** A changed update time alone is not a change. */
const isNothing = (changes: Changes | undefined): boolean =>
  changes === undefined || Object.keys(changes).every((name) => name === WRITTEN_AT);

/**
 * The audit entry for a write; undefined if no audited field changes. Pure. `previous` is undefined for a new record,
 * `next` for a deleted one.
 */
export const auditedChange = <T extends Recorded>(
  resource: Resource<T>,
  previous: T | undefined,
  next: T | undefined,
  cause?: string,
): AuditedChange | undefined => {
  const { plain, personal, key } = auditedFieldsOf(resource);
  const [before, after] = [previous as Values | undefined, next as Values | undefined];
  const changes = changed(plain, before, after);
  const ofPerson = personal.length === 0 ? undefined : changed(personal, before, after);
  if (previous && next && !ofPerson && isNothing(changes)) return undefined;
  const record = (next ?? previous) as T & Tracked;
  const sourceVersion = record.sourceVersion ?? null;
  const named = key === undefined ? null : ((record as unknown as Values)[key] as string | null | undefined);
  return {
    resource: resource.resource,
    id: record.id,
    key: named ?? null,
    action: !previous ? 'created' : next ? 'updated' : 'deleted',
    ...(changes && { changes }),
    ...(ofPerson && { personal: ofPerson }),
    sourceVersion,
    ...(cause === undefined ? {} : { cause }),
  };
};
