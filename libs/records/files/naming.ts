import type { Resource, UniqueKey } from '../declare/definition.js';
import { type Field, snakeCase } from '../declare/field.js';
import { externalKey } from '../declare/identity.js';

/** Finds resources by name. Implemented by `Resources`, which itself uses this file to derive the keys of inputs. */
interface ByName {
  named(resource: string): Resource;
}

/** A part of a record's name: one column of a file. */
interface NamePart {
  /** The property of the record that the part contains. */
  readonly property: string;
  readonly column: string;
  /** If the part is a reference: the referenced resource, and the property that identifies its record. */
  readonly of?: { readonly resource: string; readonly key: string };
}

/** One way to identify a record without its id: the values of a key. */
export interface Way {
  readonly key: UniqueKey;
  readonly parts: readonly NamePart[];
}

/** The ways to identify records of a resource in files. The first one with all its parts present is used. */
export interface Naming {
  readonly resource: string;
  readonly title: string;
  readonly ways: readonly Way[];
}

/** Whether a key identifies records for all values of its columns. */
const isFirm = ({ byProperty }: Resource, { properties }: UniqueKey): boolean =>
  properties.every((property) => byProperty.get(property)?.nullable === false);

/** Whether a key can be a name. It cannot if one of its parts may be missing in every record. */
const isName = ({ byProperty }: Resource, { properties, when, nulls }: UniqueKey): boolean =>
  !when && nulls !== 'collide' && properties.every((property) => byProperty.get(property)?.kind.type !== 'decimal');

/**
 * The keys that can identify a record in files. One whose columns are never null is sufficient. Otherwise
 * single-column keys come first, then `external_id`, then keys with several columns.
 */
export const nameKeysOf = (resource: Resource): readonly UniqueKey[] => {
  const keys = resource.unique.filter((key) => isName(resource, key));
  const firm = keys.find((key) => isFirm(resource, key));
  if (firm) return [firm];
  const external = externalKey(resource);
  return [
    ...keys.filter(({ properties }) => properties.length === 1),
    ...(external ? [external] : []),
    ...keys.filter(({ properties }) => properties.length > 1),
  ];
};

/** Joins `customer` and `customer_number` to `customer_number`, not `customer_customer_number`. */
const joined = (stem: string, name: string): string => (name.startsWith(`${stem}_`) ? name : `${stem}_${name}`);

/** The field's name without `_id` or `_ids`: `customer` for `customer_id` and `customer_ids`. */
export const stemOf = ({ name }: Field): string => name.replace(/_ids?$/, '');

const partOf = (target: Resource, property: string, stem: string, resources: ByName): NamePart => {
  const field = target.byProperty.get(property);
  if (!field) throw new Error(`${target.resource} has no property ${property}`);
  if (!field.reference) return { property, column: joined(stem, field.name) };
  const other = resources.named(field.reference.resource);
  const [key, ...more] = nameKeysOf(other).flatMap(({ properties }) => properties);
  if (key === undefined || more.length > 0) throw new Error(`${other.resource} is no part of a name`);
  const name = other.byProperty.get(key)?.name ?? key;
  return {
    property,
    column: joined(stem, joined(stemOf(field), name)),
    of: { resource: other.resource, key },
  };
};

/** The columns by which a file identifies the record that a field refers to. Their names start with `stem`. */
export const namingOf = (target: Resource, stem: string, resources: ByName, isFirst: boolean): Naming => {
  const known = target.businessKey;
  return {
    resource: target.resource,
    title: target.title.one,
    ways: nameKeysOf(target).map((key) => ({
      key,
      parts: key.properties.map((property) => {
        const part = partOf(target, property, stem, resources);
        // The same name as in rows of a bulk call.
        return isFirst && known?.key === property ? { ...part, column: snakeCase(known.as) } : part;
      }),
    })),
  };
};
