import type { Field, Kind } from '../../../libs/records/index.js';

/** A right with its API name; null if no right is required. */
export interface DescribedRight {
  readonly resource: string | null;
  readonly held: boolean;
}

/** The allowed values of a field. */
interface DescribedRange {
  readonly min: number | null;
  readonly max: number | null;
  readonly scale: number | null;
  /** In characters; for long texts in bytes of UTF-8. */
  readonly maxLength: number | null;
  readonly choices: readonly string[] | null;
  /** Only for lists. */
  readonly maxEntries: number | null;
}

export interface DescribedField extends DescribedRange {
  readonly name: string;
  readonly kind: string;
  readonly format: string | null;
  readonly required: boolean;
  readonly allowsNull: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly default: unknown;
  readonly unit: string | null;
  readonly personal: boolean;
  readonly searchable: boolean;
  readonly description: string;
  readonly reference: { readonly resource: string } | null;
  /** The field whose referenced record this business key identifies. */
  readonly keyOf: { readonly field: string; readonly resource: string; readonly key: string } | null;
  readonly right: DescribedRight | null;
  /** Only for objects and lists of objects. */
  readonly fields: readonly DescribedField[] | null;
}

/** The kinds of fields that the page knows. */
const NAMES: Readonly<Record<Kind['type'], string>> = {
  int: 'integer',
  decimal: 'decimal',
  string: 'text',
  text: 'long_text',
  secret: 'secret',
  day: 'day',
  instant: 'instant',
  ids: 'references',
  words: 'list',
  object: 'object',
  objects: 'objects',
  attributes: 'attributes',
  input: 'json',
  boolean: 'boolean',
  json: 'json',
  refusal: 'json',
};

export const FIELD_KINDS: readonly string[] = [...new Set(Object.values(NAMES)), 'flag', 'reference', 'choice'].sort();

const kindOf = ({ kind, reference }: Field): string => {
  if (kind.type === 'int' && reference) return 'reference';
  if (kind.type === 'int' && kind.min === 0 && kind.max === 1) return 'flag';
  return kind.type === 'string' && kind.words ? 'choice' : NAMES[kind.type];
};

const UNBOUNDED: DescribedRange = {
  min: null,
  max: null,
  scale: null,
  maxLength: null,
  choices: null,
  maxEntries: null,
};

const rangeOf = (kind: Kind): DescribedRange => {
  switch (kind.type) {
    case 'int':
      return { ...UNBOUNDED, min: kind.min, max: kind.max };
    case 'decimal':
      return { ...UNBOUNDED, min: Number(kind.min), max: Number(kind.max), scale: kind.scale };
    case 'string':
      return { ...UNBOUNDED, maxLength: kind.maxLength, choices: kind.words ?? null };
    case 'text':
      return { ...UNBOUNDED, maxLength: kind.maxBytes };
    case 'secret':
      return { ...UNBOUNDED, min: kind.minLength, maxLength: kind.maxLength };
    case 'words':
      return { ...UNBOUNDED, choices: kind.words ?? null, maxEntries: kind.most ?? null };
    case 'ids':
    case 'objects':
      return { ...UNBOUNDED, maxEntries: kind.most ?? null };
    default:
      return UNBOUNDED;
  }
};

const referenceOf = ({ kind, reference }: Field): DescribedField['reference'] => {
  if (kind.type === 'ids') return { resource: kind.of };
  return reference ? { resource: reference.resource } : null;
};

const defaultOf = ({ kind, default: value }: Field): unknown =>
  kind.type === 'decimal' && typeof value === 'string' ? Number(value) : (value ?? null);

/** Describes a field for the page, from its declaration. `nameOf` returns the name of a property of the record. */
export const describedField = (
  field: Field,
  right: (name: string) => DescribedRight,
  nameOf: (property: string) => string,
): DescribedField => {
  const { kind, keyOf } = field;
  return {
    name: field.name,
    kind: kindOf(field),
    ...rangeOf(kind),
    format: kind.type === 'string' ? (kind.format ?? null) : null,
    required: field.required,
    allowsNull: field.nullable,
    readOnly: field.access === 'read',
    writeOnly: field.access === 'write',
    default: defaultOf(field),
    unit: field.unit ?? null,
    personal: field.isPersonal ?? false,
    searchable: field.searchable,
    description: field.about,
    reference: referenceOf(field),
    keyOf: keyOf ? { field: nameOf(keyOf.property), resource: keyOf.resource, key: keyOf.key } : null,
    right: field.right === undefined ? null : right(field.right),
    fields:
      kind.type === 'object' || kind.type === 'objects'
        ? kind.fields.map((inner) => describedField(inner, right, nameOf))
        : null,
  };
};
