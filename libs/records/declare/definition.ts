import type { Change, Fault, Sort } from '../../kernel/index.js';
import { fieldsOf } from './decorators.js';
import type { Field } from './field.js';

/** Fields of every record. */
export interface Recorded {
  readonly id: number;
}

/** Records with creation and update times (pricing.md §1). */
export interface Tracked {
  readonly externalId?: string | null;
  readonly sourceVersion?: number | null;
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
}

/**
 * ACL resources without the vendor's prefix: `_Customerprice::manage`. No right implies another one (access.md,
 * "Rights").
 */
export interface Rights {
  readonly read: string;
  readonly save: string;
  readonly delete: string;
}

export interface UniqueKey<T extends Recorded = Recorded> {
  /** Name of the index; short, and unique in the database. */
  readonly name: string;
  /** Properties of the record; checked at startup. */
  readonly properties: readonly string[];
  /** Whether NULLs are equal. By default (`distinct`) they are not, so records without a value may repeat. */
  readonly nulls?: 'collide' | 'distinct';
  /**
   * If present, the key only applies to records for which this returns true (rules such as "at most one"). Must be
   * pure.
   */
  when?(record: T): boolean;
  /** The error message: what already exists. */
  readonly says: string;
}

/** How CSV files represent the records of a resource, if that does not follow from the declaration (csv.md). */
export interface InFiles {
  /** Fields that identify the record of a row, if no unique key does. */
  readonly assumedKey?: UniqueKey;
  /** Properties whose records have their own files. */
  readonly omitted?: readonly string[];
  /** Whether records can have a binary file. */
  readonly hasBytes?: boolean;
  /** A text that is a record's id in some rows and a plain value in others. */
  readonly idText?: {
    readonly property: string;
    readonly resource: string;
    /** The property that decides this, and its value for ids. */
    readonly isIdWhere: { readonly property: string; readonly is: string };
  };
  /** The resource with the fields of files, if its routes have more. */
  readonly shown?: Resource;
}

/**
 * The declaration of a record. Routes, rights, validation, search, OpenAPI, table and CSV columns are derived from it.
 */
export interface RecordDefinition<T extends Recorded = Recorded> {
  /** The resource's name for references, simulation and price checks; by default also the wrapper. */
  readonly resource: string;
  /** The wrapper of bodies, if another resource uses this name as its wrapper. */
  readonly wrapper?: string;
  /** The record class, whose decorators declare the fields. */
  readonly record: new () => T;
  /** The module's folder; ADD_ONS can disable optional modules. */
  readonly room: string;
  /** Path below `/V1/`; a leading `pricing/` is replaced by the setting PRICING_SEGMENT. */
  readonly path: string;
  readonly title: { readonly one: string; readonly many: string };
  readonly table: string;
  readonly rights: Rights;
  /** Whether a POST may include the id (commerce.md) or the database always assigns it. */
  readonly ids: 'given' | 'made';
  readonly unique: readonly UniqueKey<T>[];
  /**
   * The property by which rows of other resources may refer to a record, and the name of that key in them (bulk.md,
   * "Sending rows").
   */
  readonly businessKey?: { readonly key: string; readonly as: string };
  /** Indexes in addition to those for keys and references. */
  readonly indexes?: readonly { readonly name: string; readonly properties: readonly string[] }[];
  /** Name of the SOAP service. */
  readonly service: string;
  /** Default sort order of searches; default: by id. */
  readonly sort?: readonly Sort[];
  readonly inFiles?: InFiles;
  /** False for logs and derived records, which are not in the audit trail (audit.md). */
  readonly isAudited?: false;
  /** Rules across fields; must be pure. `previous` is undefined on create. */
  faults?(next: T, previous: T | undefined): readonly Fault[];
  /** Why this record cannot be deleted, even if nothing refers to it; must be pure. */
  deletionFault?(record: T): Fault | undefined;
  /** The change-log entries for a write; must be pure. `previous` is undefined on create, `next` on delete. */
  scopes?(previous: T | undefined, next: T | undefined): readonly Change[];
}

/** A definition with everything derived from its record class. */
export interface Resource<T extends Recorded = Recorded> extends RecordDefinition<T> {
  readonly wrapper: string;
  readonly fields: readonly Field[];
  readonly byProperty: ReadonlyMap<string, Field>;
  /** Fields by every name that is accepted in bodies and criteria: snake_case, camelCase and alias. */
  readonly byName: ReadonlyMap<string, Field>;
}

export const namesOf = (fields: readonly Field[]): ReadonlyMap<string, Field> => {
  const names = new Map<string, Field>();
  for (const field of fields) {
    for (const name of [field.name, field.property, field.alias]) if (name !== undefined) names.set(name, field);
  }
  return names;
};

/** Declares a resource. Throws at startup if the declaration contradicts itself. */
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

/** A copy of the resource with other fields. */
export const withFields = <T extends Recorded>(
  resource: Omit<Resource<T>, 'fields' | 'byProperty' | 'byName'>,
  fields: readonly Field[],
): Resource<T> => ({
  ...resource,
  fields,
  byProperty: new Map(fields.map((field) => [field.property, field])),
  byName: namesOf(fields),
});
