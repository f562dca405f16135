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
