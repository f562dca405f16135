import { type Naming, namingOf, stemOf, type Way } from '../files/naming.js';
import { type Recorded, type Resource, withFields } from './definition.js';
import type { Field } from './field.js';

/** One way to refer to a record: the input fields for the parts of a key. */
export interface KeyWay {
  readonly way: Way;
  readonly fields: readonly Field[];
}

/** A field with the id of another record or a list of ids, and the keys that may be sent instead. */
interface KeyedField {
  readonly field: Field;
  readonly naming: Naming;
  readonly ways: readonly KeyWay[];
}

/** The business keys that an input with these fields accepts. */
export interface KeyedFields {
  readonly keyed: readonly KeyedField[];
  /** Nested objects whose references accept keys too. */
  readonly nested: readonly { readonly field: Field; readonly inside: KeyedFields }[];
  /** The fields, including those of the keys, also in nested objects. Returns the same list if there are no keys. */
  readonly fields: readonly Field[];
  /** All spellings of the keys. */
  readonly names: ReadonlySet<string>;
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const namesOfField = ({ name, property, alias }: Field): readonly string[] =>
  alias === undefined ? [name, property] : [name, property, alias];

/** All resources of the application by name; used to find the tables of references. */
export class Resources {
  private readonly byName = new Map<string, Resource>();
  private readonly keyedByFields = new WeakMap<readonly Field[], KeyedFields>();
  private readonly ofRows = new WeakMap<object, Resource>();

  constructor(resources: readonly Resource[]) {
    for (const resource of resources) {
      if (this.byName.has(resource.resource)) throw new Error(`two resources named ${resource.resource}`);
      this.byName.set(resource.resource, resource);
    }
  }

  get all(): readonly Resource[] {
    return [...this.byName.values()];
  }

  /** Throws if no module declares the name, because that is a bug in a declaration. */
  named(resource: string): Resource {
    const found = this.byName.get(resource);
    if (!found) throw new Error(`no resource named ${resource}`);
    return found;
  }

  /**
   * The keys that may replace the ids in an input: the same as in CSV files (csv.md, "Cells"), except keys whose name
   * a field of the input already has.
   */
  keyedFields(fields: readonly Field[]): KeyedFields {
    let found = this.keyedByFields.get(fields);
    if (!found) {
      found = this.derived(fields);
      this.keyedByFields.set(fields, found);
    }
    return found;
  }

  withBusinessKeys<T extends Recorded>(resource: Resource<T>): Resource<T> {
    const plain = resource as unknown as Resource;
    let rows = this.ofRows.get(plain);
    if (!rows) {
      const { fields } = this.keyedFields(plain.fields);
      rows = fields === plain.fields ? plain : withFields(plain, fields);
      this.ofRows.set(plain, rows);
    }
    return rows as unknown as Resource<T>;
  }

  /** The resource for rows in SOAP: only with the business keys that resources declare themselves. */
  withDeclaredKeys<T extends Recorded>(resource: Resource<T>): Resource<T> {
    const declared = new Set(this.all.flatMap(({ businessKey }) => (businessKey ? [businessKey.as] : [])));
    const { keyed } = this.keyedFields(resource.fields);
    const keys = keyed
      .filter(({ field }) => field.kind.type === 'int')
      .flatMap(({ ways }) => ways.flatMap(({ fields }) => fields.filter(({ property }) => declared.has(property))));
    return withFields(resource, [...resource.fields, ...keys]);
  }

  private derived(fields: readonly Field[]): KeyedFields {
    const taken = new Set(fields.flatMap(namesOfField));
    const known = new Set<string>();
    const keyed: KeyedField[] = [];
    const nested: { field: Field; inside: KeyedFields }[] = [];
    for (const field of fields) {
      if (field.access === 'read') continue;
      if (field.kind.type === 'object' || field.kind.type === 'objects') {
        const inside = this.keyedFields(field.kind.fields);
        if (inside.fields !== field.kind.fields) nested.push({ field, inside });
        continue;
      }
      const target = this.targetOf(field);
      if (!target) continue;
      const naming = namingOf(target, stemOf(field), this, !known.has(target.resource));
      known.add(target.resource);
      const ways = naming.ways
        .flatMap((way) => this.keyWay(field, target, way))
        .filter((way) => way.fields.every((key) => namesOfField(key).every((name) => !taken.has(name))));
      for (const key of ways.flatMap((way) => way.fields)) for (const name of namesOfField(key)) taken.add(name);
      if (ways.length > 0) keyed.push({ field, naming, ways });
    }
    const keys = keyed.flatMap(({ ways }) => ways.flatMap((way) => way.fields));
    const names = new Set(keys.flatMap(namesOfField));
    if (keys.length === 0 && nested.length === 0) return { keyed, nested, fields, names };
    const insides = new Map(nested.map(({ field, inside }) => [field, inside.fields]));
    const own = fields.map((field) => {
      const inside = insides.get(field);
      return inside && 'fields' in field.kind ? { ...field, kind: { ...field.kind, fields: inside } } : field;
    });
    return { keyed, nested, fields: [...own, ...keys], names };
  }

  private targetOf({ kind, reference }: Field): Resource | undefined {
    if (kind.type === 'ids') return this.byName.get(kind.of);
    return kind.type === 'int' && reference ? this.byName.get(reference.resource) : undefined;
  }

  /**
   * The input fields for one key. For a list of ids, the first field is a list too, with a plural name
   * (`customer_numbers`).
   */
  private keyWay({ kind, property, nullable }: Field, target: Resource, way: Way): readonly KeyWay[] {
    const texts = way.parts.map((part) => {
      const owner = part.of ? this.byName.get(part.of.resource) : target;
      return owner?.byProperty.get(part.of?.key ?? part.property);
    });
    const isKey = texts.every((text) => text?.kind.type === 'string' && !text.isSecret) && !way.parts[0]?.of;
    if (!isKey) return [];
    const fields = way.parts.map((part, at): Field => {
      const text = texts[at] as Field;
      const asList = kind.type === 'ids' && at === 0;
      const own = asList ? `${part.column}s` : part.column;
      const { maxLength = 0 } = text.kind.type === 'string' ? text.kind : {};
      return {
        property: camelCase(own),
        name: own,
        kind: asList
          ? { type: 'words', of: part.column, ...(kind.most === undefined ? {} : { most: kind.most }) }
          : { type: 'string', maxLength },
        required: false,
        nullable,
        default: null,
        // Accepted in requests, never returned.
        access: 'write',
        keyOf: { property, resource: target.resource, key: part.property },
        searchable: true,
        about:
          at === 0
            ? `Business key of the referenced ${asList ? 'records' : 'record'}`
            : `Part of the business key of the referenced record, sent together with ${way.parts[0]?.column ?? ''}`,
        example: asList ? (text.example === undefined ? undefined : [text.example]) : text.example,
      };
    });
    return [{ way, fields }];
  }
}
