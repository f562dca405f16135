import type { Change, Fault, Sort } from '../../kernel/index.js';
import { fieldsOf } from './decorators.js';
import type { Field } from './field.js';

/** Fields of every record. */
export interface Recorded {
  readonly id: number;
}

/** Records with timestamps of their writes (pricing.md §1). */
export interface Tracked {
  readonly externalId?: string | null;
  readonly sourceVersion?: number | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
}

/** ACL resources without the vendor's prefix: `_Customerprice::manage`. None implies another (access.md, "Rights"). */
export interface Rights {
  readonly read: string;
  readonly save: string;
  readonly delete: string;
}

/** A unique key. */
export interface UniqueKey<T extends Recorded = Recorded> {
  /** Name of the index: short, unique in the database. */
  readonly name: string;
  /** Properties of the record; checked at start. */
  readonly properties: readonly string[];
  /** Whether two NULLs in a part are equal; `distinct` (the default) lets records without a value repeat. */
  readonly nulls?: 'collide' | 'distinct';
  /** If given, the key holds only among the records for which this is true ("at most one" rules). Pure. */
  when?(record: T): boolean;
  /** The message of the refusal: what already exists. */
  readonly says: string;
}

/** How files represent the records of a resource, if that does not follow from the declaration (csv.md). */
export interface InFiles {
  /** Fields that identify a row's record, if no unique key does. */
  readonly assumedKey?: UniqueKey;
  /** Properties that are records of files of their own as well. */
  readonly omitted?: readonly string[];
  /** Whether each record can have a binary file. */
  readonly hasBytes?: boolean;
  /** A text that is a record's id in some rows and a plain value in others. */
  readonly idText?: {
    readonly property: string;
    readonly resource: string;
    /** The property that says which it is, and its value for ids. */
    readonly isIdWhere: { readonly property: string; readonly is: string };
  };
  /** The resource with the fields that files contain, if its routes have more. */
  readonly shown?: Resource;
}

/** The frozen declaration from which routes, rights, body checking, search, OpenAPI, table and CSV columns follow. */
export interface RecordDefinition<T extends Recorded = Recorded> {
  /** The name by which references, simulation and lint name the resource; equal to the wrapper where none is given. */
  readonly resource: string;
  /** The wrapper of bodies, where another resource has its name. */
  readonly wrapper?: string;
  /** The record class whose decorators declare the fields. */
  readonly record: new () => T;
  /** The module's folder, which ADD_ONS can leave out. */
  readonly room: string;
  /** Below `/V1/`; a leading `pricing/` is replaced by the setting PRICING_SEGMENT. */
  readonly path: string;
  readonly title: { readonly one: string; readonly many: string };
  readonly table: string;
  readonly rights: Rights;
  /** Whether a POST may bring the id (commerce.md) or the database always makes it. */
  readonly ids: 'given' | 'made';
  readonly unique: readonly UniqueKey<T>[];
  /** The property by which rows of other resources may name a record, and what they call it (bulk.md, "Sending rows"). */
  readonly businessKey?: { readonly key: string; readonly as: string };
  /** Indexes in addition to those of keys and references. */
  readonly indexes?: readonly { readonly name: string; readonly properties: readonly string[] }[];
  /** Name of the service in the SOAP description. */
  readonly service: string;
  /** Default sort order of a search; by id if absent. */
  readonly sort?: readonly Sort[];
  readonly inFiles?: InFiles;
  /** False for logs and derived records, which the audit trail skips (audit.md). */
  readonly isAudited?: false;
  /** Rules across fields; pure. `previous` is undefined on create. */
  faults?(next: T, previous: T | undefined): readonly Fault[];
  /** Why this record cannot be deleted, even if nothing refers to it; pure. */
  deletionFault?(record: T): Fault | undefined;
  /** The change log entries for a write; pure. `previous` is undefined on create, `next` on delete. */
  scopes?(previous: T | undefined, next: T | undefined): readonly Change[];
}

/** A definition with what follows from its record class. */
export interface Resource<T extends Recorded = Recorded> extends RecordDefinition<T> {
  readonly wrapper: string;
  readonly fields: readonly Field[];
  /** Fields by property. */
  readonly byProperty: ReadonlyMap<string, Field>;
  /** Fields by every name that a body or criterion may use: snake_case, camelCase, alias. */
  readonly byName: ReadonlyMap<string, Field>;
}

export const namesOf = (fields: readonly Field[]): ReadonlyMap<string, Field> => {
  const names = new Map<string, Field>();
  for (const field of fields) {
    for (const name of [field.name, field.property, field.alias]) if (name !== undefined) names.set(name, field);
  }
  return names;
};

/** Declares a resource. Throws at start if the declaration contradicts itself. */
export const defineRecord = <T extends Recorded>(definition: RecordDefinition<T>): Resource<T> => {
  const fields = fieldsOf(definition.record);
  const byProperty = new Map(fields.map((field) => [field.property, field]));
  for (const { name, properties } of [...definition.unique, ...(definition.indexes ?? [])]) {
    for (const property of properties) {
      if (!byProperty.has(property)) throw new Error(`${definition.resource}: key ${name} names no field ${property}`);
    }
  }
  for (const { keyOf, property } of fields) {
    if (keyOf && byProperty.get(keyOf.property)?.reference?.resource !== keyOf.resource) {
      throw new Error(
        `${definition.resource}: ${property} is a key of ${keyOf.property}, which refers to another resource`,
      );
    }
  }
  const { key } = definition.businessKey ?? {};
  const isKey = definition.unique.some(({ properties: [first, ...more] }) => first === key && more.length === 0);
  if (key !== undefined && (!isKey || byProperty.get(key)?.kind.type !== 'string'))
    throw new Error(`${definition.resource}: business key ${key} is no unique text`);
  return Object.freeze(withFields({ ...definition, wrapper: definition.wrapper ?? definition.resource }, fields));
};

/** The resource with other fields. */
export const withFields = <T extends Recorded>(
  resource: Omit<Resource<T>, 'fields' | 'byProperty' | 'byName'>,
  fields: readonly Field[],
): Resource<T> => ({
  ...resource,
  fields,
  byProperty: new Map(fields.map((field) => [field.property, field])),
  byName: namesOf(fields),
});
