import { pascalCase } from '../records/index.js';

/** A part of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

export const ref = (section: 'schemas' | 'responses' | 'parameters', name: string): Json => ({
  $ref: `#/components/${section}/${name}`,
});

/** The same, or null. */
export const orNull = (schema: Json): Json => {
  const { type, enum: words } = schema;
  // Whatever may be anything may be null.
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {}),
  };
};

const untitled = ({ title: _, ...schema }: Json): string => JSON.stringify(schema);

/** The schemas that others name, each once. */
export class NamedSchemas {
  readonly all = new Map<string, Json>();

  /** The time format (wire.md, "3. Responses"). */
  constructor(readonly instants: 'iso' | 'platform') {}

  /**
   * Names a schema; a different one with the same name is a bug of its declaration. The title, if any, describes it.
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
