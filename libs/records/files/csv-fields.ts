import type { Resource } from '../declare/definition.js';
import type { Field } from '../declare/field.js';
import type { Resources } from '../declare/resources.js';
import { type Naming, namingOf, stemOf } from './naming.js';

/** How a file represents a field. */
export type CsvField =
  /** The value, in a column with the field's name. */
  | { readonly type: 'value'; readonly field: Field; readonly columns: readonly [string] }
  /** A reference by name: one column for each part of each possible name. */
  | { readonly type: 'name'; readonly field: Field; readonly columns: readonly string[]; readonly naming: Naming }
  /** A list of references by name: a JSON array in one column. */
  | { readonly type: 'names'; readonly field: Field; readonly columns: readonly [string]; readonly naming: Naming }
  /** Objects that may refer to records: a JSON array in one column, with references by name. */
  | {
      readonly type: 'objects';
      readonly field: Field;
      readonly columns: readonly [string];
      readonly fields: readonly CsvField[];
    };

export const columnsOfNaming = ({ ways }: Naming): readonly string[] =>
  ways.flatMap(({ parts }) => parts.map(({ column }) => column));

/** A list has one text per record, so its records need a name with a single part. */
const nameOf = (target: Resource, stem: string, resources: Resources): Naming => {
  const naming = namingOf(target, stem, resources, false);
  if (naming.ways.length !== 1 || naming.ways[0]?.parts.length !== 1)
    throw new Error(`${target.resource} has no single name for a list`);
  return naming;
};

const csvFieldOf = (field: Field, resources: Resources, isFirst: boolean): CsvField => {
  const { kind, reference, name } = field;
  if (kind.type === 'ids') {
    const naming = nameOf(resources.named(kind.of), stemOf(field), resources);
    return { type: 'names', field, naming, columns: [`${columnsOfNaming(naming)[0] ?? name}s`] };
  }
  if (kind.type === 'objects')
    return { type: 'objects', field, columns: [name], fields: fieldsIn(kind.fields, resources) };
  if (!reference) return { type: 'value', field, columns: [name] };
  const naming = namingOf(resources.named(reference.resource), stemOf(field), resources, isFirst);
  return { type: 'name', field, naming, columns: columnsOfNaming(naming) };
};

/** Files contain no fields set by the server, no secrets, and no keys of records that already appear by name. */
const isInFile = ({ access, keyOf, property }: Field): boolean =>
  access === 'both' && keyOf === undefined && property !== 'id';

const fieldsIn = (fields: readonly Field[], resources: Resources): readonly CsvField[] => {
  const named = new Set<string>();
  return fields.filter(isInFile).map((field) => {
    const target = field.reference?.resource ?? '';
    const isFirst = !named.has(target);
    named.add(target);
    return csvFieldOf(field, resources, isFirst);
  });
};

/**
 * The CSV columns of a resource: its declared fields in order, with other records by name instead of by id
 * (architecture.md, "One declaration, many derivations").
 */
export const csvFieldsOf = (
  resource: Resource,
  resources: Resources,
  omitted: readonly string[] = [],
): readonly CsvField[] =>
  fieldsIn(
    resource.fields.filter(({ property }) => !omitted.includes(property)),
    resources,
  );
