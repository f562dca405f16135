import { type Field, INT_MAX, type Kind, pascalCase, type Resource } from '../records/index.js';
import { ATTRIBUTES, JSON_TEXT, REFUSAL, SEARCH_CRITERIA } from './framework-shapes.js';
import {
  BOOLEAN,
  DOUBLE,
  INT,
  listOf,
  LONG,
  type Member,
  member,
  type ObjectShape,
  type Shape,
  STRING,
} from './shapes.js';

/** Use of a declared object. The same type is used for requests and responses. Rows may omit any field. */
export type Use = 'input' | 'answer' | 'row';

const interfaceName = (namespace: string, name: string): string => `${namespace}Data${pascalCase(name)}Interface`;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A declared object whose shape is not complete yet. */
interface Declared {
  readonly namespace: string;
  readonly fields: readonly Field[];
  readonly uses: Set<Use>;
  readonly shape: Mutable<ObjectShape>;
}

/** Declarations with equal signatures are the same. */
const signature = (fields: readonly Field[]): string =>
  JSON.stringify(
    fields.map(({ property, kind, required, optional, nullable, access }) => [
      property,
      [kind.type, 'name' in kind ? kind.name : '', 'fields' in kind ? signature(kind.fields) : ''],
      [required, optional === true, nullable, access],
    ]),
  );

const isThere = ({ access, property }: Field, uses: ReadonlySet<Use>): boolean =>
  (uses.has('answer') && access !== 'write') ||
  (uses.has('input') && access !== 'read') ||
  (uses.has('row') && (access !== 'read' || property === 'id'));

/**
 * An element is required if every use of the type has it; otherwise validating clients would refuse a document without
 * it.
 */
const isRequired = (field: Field, uses: ReadonlySet<Use>, replaceable: ReadonlySet<string>): boolean => {
  const { access, required, nullable, optional, property, kind } = field;
  if (uses.has('row')) return false;
  // JSON may be null, and null elements are omitted.
  const mayLack = nullable || optional === true || access === 'write' || kind.type === 'json';
  if (uses.has('answer') && mayLack) return false;
  return !uses.has('input') || (required && access !== 'read' && !replaceable.has(property));
};

/** Clients only send null if the WSDL allows it. Otherwise a change could not remove a value. */
const isNillable = ({ nullable, access }: Field, uses: ReadonlySet<Use>): boolean =>
  nullable && access !== 'read' && (uses.has('input') || uses.has('row'));

/** Creates shapes of declarations. Shapes with the same name and namespace are the same (soap.md, "Types"). */
export class DeclaredShapes {
  private readonly declared = new Map<string, Declared>();

  /** The shape of a record in a request or response, or as a row of a bulk call. */
  record(namespace: string, { resource, fields }: Resource, use: Use): ObjectShape {
    return this.object(namespace, use === 'row' ? `${resource}Row` : resource, fields, use);
  }

  object(namespace: string, name: string, fields: readonly Field[], use: Use): ObjectShape {
    const typeName = interfaceName(namespace, name);
    let known = this.declared.get(typeName);
    if (known && known.fields !== fields && signature(known.fields) !== signature(fields))
      throw new Error(`SOAP: two declarations would be called ${typeName}: give one of them another name`);
    if (!known) {
      known = { namespace, fields, uses: new Set(), shape: { kind: 'object', name: typeName, members: [] } };
      this.declared.set(typeName, known);
    }
    if (!known.uses.has(use)) {
      known.uses.add(use);
      for (const field of fields)
        if (isThere(field, new Set([use]))) this.shapeOf(namespace, field.kind, use === 'row' ? 'input' : use);
    }
    return known.shape;
  }

  /** Declared fields as sibling elements. */
  members(namespace: string, fields: readonly Field[], uses: ReadonlySet<Use>): readonly Member[] {
    const replaceable = new Set(fields.flatMap(({ keyOf }) => (keyOf ? [keyOf.property] : [])));
    const inner: Use = uses.has('answer') ? 'answer' : 'input';
    return fields
      .filter((field) => isThere(field, uses))
      .map((field) => ({
        ...member(
          field.property,
          this.shapeOf(namespace, field.kind, inner),
          isRequired(field, uses, replaceable),
          field.name,
        ),
        isNillable: isNillable(field, uses),
        about: field.about,
      }));
  }

  /** Fills in the members of the types once everything is declared. */
  settle(): void {
    for (const { namespace, fields, uses, shape } of this.declared.values())
      shape.members = this.members(namespace, fields, uses);
  }

  private shapeOf(namespace: string, kind: Kind, use: Use): Shape {
    switch (kind.type) {
      case 'int':
        return kind.max > INT_MAX || kind.min < -INT_MAX ? LONG : INT;
      case 'decimal':
        return DOUBLE;
      case 'string':
      case 'text':
      case 'secret':
      case 'day':
      case 'instant':
        return STRING;
      case 'boolean':
        return BOOLEAN;
      case 'ids':
        return listOf(INT);
      case 'words':
        return listOf(STRING);
      case 'object':
        return this.object(namespace, kind.name, kind.fields, use);
      case 'objects': {
        const list = listOf(this.object(namespace, kind.name, kind.fields, use));
        return kind.listOf === undefined ? list : { ...list, of: interfaceName(namespace, kind.listOf) };
      }
      case 'attributes':
        return ATTRIBUTES;
      case 'input':
      case 'json':
        return JSON_TEXT;
      case 'refusal':
        return REFUSAL;
    }
  }
}

export const searchResults = (item: ObjectShape): ObjectShape => ({
  kind: 'object',
  name: item.name.replace(/Interface$/, 'SearchResultsInterface'),
  members: [
    member('items', listOf(item), true),
    member('searchCriteria', SEARCH_CRITERIA, true, 'search_criteria'),
    member('totalCount', INT, true, 'total_count'),
  ],
});
