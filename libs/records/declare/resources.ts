import { type Recorded, type Resource, withFields } from './definition.js';
import { type Field, snakeCase } from './field.js';

/** All resources of the application by name: how a reference finds its table. */
export class Resources {
  private readonly byName = new Map<string, Resource>();
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

  /** Throws for a name that no module declares, because that is a mistake in a declaration. */
  named(resource: string): Resource {
    const found = this.byName.get(resource);
    if (!found) throw new Error(`no resource named ${resource}`);
    return found;
  }

  /**
   * The resource for rows of a bulk call: with business keys in addition to its reference ids. If a resource refers to
   * another one twice, only the first reference has a business key.
   */
  withBusinessKeys<T extends Recorded>(resource: Resource<T>): Resource<T> {
    const plain = resource as unknown as Resource;
    let rows = this.ofRows.get(plain);
    if (!rows) {
      const found = new Map(plain.fields.flatMap((field) => this.keyOf(plain, field)).map((key) => [key.name, key]));
      rows = withFields(plain, [...plain.fields, ...found.values()]);
      this.ofRows.set(plain, rows);
    }
    return rows as unknown as Resource<T>;
  }

  /** The field by which a row names the record that `field` refers to, unless the record declares one itself. */
  private keyOf(resource: Resource, { kind, reference, nullable, property, name }: Field): readonly Field[] {
    const target = kind.type === 'int' && reference ? this.byName.get(reference.resource) : undefined;
    const { key = '', as = '' } = target?.businessKey ?? {};
    const named = target?.byProperty.get(key);
    if (!target || named?.kind.type !== 'string' || resource.byName.has(snakeCase(as))) return [];
    return [
      {
        property: as,
        name: snakeCase(as),
        kind: { type: 'string', maxLength: named.kind.maxLength },
        required: false,
        nullable,
        default: null,
        // Taken, never answered.
        access: 'write',
        keyOf: { property, resource: target.resource, key },
        searchable: false,
        about: `Business key that replaces ${name}`,
        example: named.example,
      },
    ];
  }
}
