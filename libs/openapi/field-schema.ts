import { withCommas } from '../kernel/index.js';
import { type Field, type FieldSchemas, INT_MAX, type Kind, snakeCase } from '../records/index.js';
import { type Json, orNull, ref, type NamedSchemas } from './json.js';

/** Where an object is used: in a response, or in the body of a POST or PUT. */
export type FieldUse = 'answer' | 'create' | 'change';

/** Nested objects are always sent completely, whatever the method. */
const insideOf = (use: FieldUse): FieldUse => (use === 'answer' ? 'answer' : 'create');

const namedObject = ({ name, fields }: Kind & { type: 'object' | 'objects' }, use: FieldUse, named: NamedSchemas) => {
  const inside = insideOf(use);
  return named.add(inside === 'answer' ? name : `${name}Input`, objectSchema(fields, inside, named));
};

/** A schema from the declaration; for a list, the schema of its entries. */
const broughtSchema = (kind: Kind, schemas: FieldSchemas, named: NamedSchemas): Json => {
  const [own = {}] = Object.entries(schemas).map(([name, schema]) => named.add(name, schema));
  return kind.type === 'objects' ? { type: 'array', items: own } : own;
};

const kindSchema = (kind: Kind, use: FieldUse, named: NamedSchemas): Json => {
  switch (kind.type) {
    case 'int':
      return { type: 'integer', minimum: kind.min, maximum: kind.max };
    case 'decimal': {
      // Only requests may contain a 0 that stands for another value.
      const minimum = kind.zeroAs !== undefined && use !== 'answer' ? 0 : Number(kind.min);
      return { type: 'number', format: 'decimal', minimum, maximum: Number(kind.max) };
    }
    case 'string':
      return {
        type: 'string',
        ...(kind.maxLength === INT_MAX ? {} : { maxLength: kind.maxLength }),
        ...(kind.words ? { enum: kind.words } : {}),
        ...(kind.format === undefined ? {} : { format: kind.format }),
        ...(kind.pattern === undefined ? {} : { pattern: kind.pattern.source }),
      };
    case 'text':
      return { type: 'string', maxLength: kind.maxBytes };
    case 'secret':
      return { type: 'string', format: 'password', minLength: kind.minLength, maxLength: kind.maxLength };
    case 'day':
      return { type: 'string', format: 'date' };
    case 'instant':
      return { type: 'string', format: named.instants === 'iso' ? 'date-time' : 'instant' };
    case 'ids':
      return { type: 'array', items: { type: 'integer', minimum: 0 }, uniqueItems: true };
    case 'words':
      return { type: 'array', items: { type: 'string', ...(kind.words ? { enum: kind.words } : {}) } };
    case 'object':
      return namedObject(kind, use, named);
    case 'objects':
      return { type: 'array', items: namedObject(kind, use, named) };
    case 'attributes':
      return {
        type: 'object',
        additionalProperties: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      };
    case 'input':
      return { type: 'object', additionalProperties: true };
    case 'boolean':
      return { type: 'boolean' };
    case 'json':
      return {};
    case 'refusal':
      return ref('schemas', 'Error');
  }
};

/** Describes rules that JSON Schema cannot express. Only responses state that a field is not searchable. */
const aboutField = ({ about, alias, kind, reference, keyOf, searchable }: Field, use: FieldUse): string => {
  const notes = [
    kind.type === 'decimal' ? `at most ${kind.scale} decimal places` : undefined,
    kind.type === 'decimal' && kind.zeroAs !== undefined ? `0 is stored as ${kind.zeroAs}` : undefined,
    kind.type === 'text' ? `at most ${withCommas(kind.maxBytes)} bytes` : undefined,
    reference ? `references ${reference.resource}` : undefined,
    kind.type === 'ids' ? `IDs of ${kind.of} records` : undefined,
    keyOf ? `can be sent instead of ${snakeCase(keyOf.property)}` : undefined,
    alias === undefined ? undefined : `also accepted as \`${alias}\``,
    searchable || use !== 'answer' ? undefined : 'not searchable',
  ].filter((note) => note !== undefined);
  if (notes.length === 0) return about;
  const [first = '', ...others] = [about.replace(/\.$/, ''), ...notes];
  return `${[first, ...others.map((note) => note.charAt(0).toUpperCase() + note.slice(1))].join('. ')}.`;
};

const KIND_EXAMPLES: Readonly<Record<Kind['type'], unknown>> = {
  int: 1,
  decimal: 1.5,
  string: 'text',
  text: 'A longer text',
  secret: 'correct horse battery staple',
  day: '2026-01-31',
  instant: '2026-01-31T10:15:00.000Z',
  ids: [1, 2],
  words: [],
  object: {},
  objects: [],
  attributes: { color: 'red' },
  input: {},
  boolean: true,
  json: null,
  // The example shows a success.
  refusal: undefined,
};

/** An example value of the field in a response or a request. */
export const exampleOf = (field: Field, use: FieldUse = 'answer'): unknown => {
  if (field.example !== undefined) return field.example;
  const { kind } = field;
  if (kind.type === 'string' && kind.words) return kind.words[0];
  if (kind.type === 'object') return exampleObject(kind.fields, insideOf(use));
  if (kind.type === 'objects') return [exampleObject(kind.fields, insideOf(use))];
  return KIND_EXAMPLES[kind.type];
};

const isThere = ({ access }: Field, use: FieldUse): boolean => access !== (use === 'answer' ? 'write' : 'read');

export const exampleObject = (fields: readonly Field[], use: FieldUse): Json =>
  Object.fromEntries(
    fields
      .filter((field) => isThere(field, use) && (use === 'answer' || field.alternativeTo === undefined))
      .map((field) => [field.name, exampleOf(field, use)] as const),
  );

export const fieldSchema = (field: Field, use: FieldUse, named: NamedSchemas): Json => {
  const schema = field.schemas ? broughtSchema(field.kind, field.schemas, named) : kindSchema(field.kind, use, named);
  const standIn = field.default !== null && field.kind.type === 'decimal' ? Number(field.default) : field.default;
  const example = exampleOf(field, use);
  return {
    ...(field.nullable ? orNull(schema) : schema),
    ...(use === 'create' && standIn !== null && !field.required ? { default: standIn } : {}),
    description: aboutField(field, use),
    ...(example === undefined ? {} : { examples: [example] }),
  };
};

/**
 * A schema of the declared fields. Responses contain every field. A POST requires the required fields, unless a
 * business key replaces them; a PUT requires none.
 */
export const objectSchema = (fields: readonly Field[], use: FieldUse, named: NamedSchemas): Json => {
  const there = fields.filter((field) => isThere(field, use));
  const replaceable = new Set(fields.flatMap(({ keyOf }) => (keyOf ? [keyOf.property] : [])));
  const required = there.filter(
    (field) =>
      (use === 'answer' && field.optional !== true) ||
      (use === 'create' && field.required && !replaceable.has(field.property)),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(there.map((field) => [field.name, fieldSchema(field, use, named)])),
    ...(required.length > 0 ? { required: required.map(({ name }) => name) } : {}),
  };
};
