import { pascalCase } from '../records/index.js';

/** A part of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

export const ref = (section: 'schemas' | 'responses' | 'parameters', name: string): Json => ({
  $ref: `#/components/${section}/${name}`,
});

/** Makes a schema nullable. */
export const orNull = (schema: Json): Json => {
  const { type, enum: words } = schema;
  // A schema that allows anything already allows null.
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
  };
};

const untitled = ({ title: _, ...schema }: Json): string => JSON.stringify(schema);

/** Shared schemas that others refer to by name. */
export class NamedSchemas {
  readonly all = new Map<string, Json>();

  /** The time format (wire.md, "3. Responses"). */
  constructor(readonly instants: 'iso' | 'platform') {}

  /**
   * Adds a named schema and returns a reference to it. A different schema with the same name is a bug in the
   * declaration. The title, if any, describes it.
   */
  add(name: string, schema: Json): Json {
    const named = pascalCase(name);
    const known = this.all.get(named);
    if (known && untitled(known) !== untitled(schema))
      throw new Error(`two schemas of the OpenAPI document are called ${named}`);
    this.all.set(named, { ...schema, ...known });
    return ref('schemas', named);
  }
}
