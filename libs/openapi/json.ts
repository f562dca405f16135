/** A part of the OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

export const pascalCase = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const ref = (section: 'schemas' | 'responses' | 'parameters', name: string): Json => ({
  $ref: `#/components/${section}/${name}`,
});
