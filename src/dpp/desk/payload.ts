import { type FieldSpec, fieldOf, inLanguage, language } from '../../../desk/src/index.js';

/** A text by language. */
export type Texts = Readonly<Record<string, string>>;

export const said = (texts: Texts | undefined): string | undefined =>
  texts && (texts[language] ?? texts['en'] ?? Object.values(texts)[0]);

/** A node of JSON Schema, as templates may have it. */
export interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
  readonly 'x-cite'?: string;
  readonly 'x-disclosure'?: string;
}

interface Term {
  readonly unit?: string | null;
  readonly labels?: Texts;
  readonly definition?: Texts;
  readonly values?: Readonly<Record<string, Texts>>;
}

export interface Template {
  readonly id: number;
  readonly code: string;
  readonly version: string;
  readonly labels: Texts;
  readonly espr_category: string;
  readonly granularity_allowed: readonly string[];
  readonly legal_basis?: readonly {
    readonly act: string;
    readonly article: string;
    readonly in_force_from: string | null;
  }[];
  readonly schema: Node;
  readonly sections: readonly { readonly id: string; readonly labels: Texts; readonly fields: readonly string[] }[];
  readonly vocabulary: { readonly terms: Readonly<Record<string, Term>> };
}

const resolved = ({ schema }: Template, node: Node): Node => {
  const target = node.$ref && schema.$defs?.[node.$ref.replace('#/$defs/', '')];
  return target ? { ...target, ...node } : node;
};

const kindOf = (node: Node): FieldSpec['kind'] => {
  const { type, format, properties, items, additionalProperties } = node;
  if (node.enum) return 'choice';
  switch (type) {
    case 'integer':
      return 'integer';
    case 'number':
      return 'decimal';
    case 'boolean':
      return 'boolean';
    case 'string':
      return format === 'date' ? 'day' : 'text';
    case 'array':
      return items?.type === 'object' || items?.properties ? 'objects' : items?.type === 'string' ? 'list' : 'json';
    case 'object':
      if (properties) return 'object';
      return typeof additionalProperties === 'object' ? 'texts' : 'json';
    default:
      return 'json';
  }
};

/** A property of the payload as a field of a form: kind by its schema, words by the vocabulary. */
export const payloadField = (
  template: Template,
  name: string,
  found: Node,
  path: string,
  isRequired: boolean,
): FieldSpec => {
  const node = resolved(template, found);
  const items = node.items && resolved(template, node.items);
  const { terms } = template.vocabulary;
  const term = terms[path] ?? terms[name];
  const inner = node.properties ?? items?.properties;
  const required = new Set((node.properties ? node : items)?.required ?? []);
  const choices = node.enum ?? items?.enum ?? null;
  return fieldOf(name, kindOf({ ...node, ...(items ? { items } : {}) }), {
    required: isRequired,
    min: node.minimum ?? null,
    max: node.maximum ?? null,
    max_length: node.maxLength ?? null,
    choices,
    words: Object.fromEntries((choices ?? []).map((value) => [value, said(term?.values?.[value]) ?? value])),
    unit: term?.unit ?? null,
    label: said(term?.labels) ?? name,
    description: said(term?.definition) ?? '',
    cite: node['x-cite'],
    fields:
      inner === undefined
        ? null
        : Object.entries(inner).map(([key, child]) =>
            payloadField(template, key, child, `${path}.${key}`, required.has(key)),
          ),
  });
};

interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly FieldSpec[];
}

/** The sections of a template with their fields, in page order; fields of no section come last. */
export const sectionsOf = (template: Template): readonly FormSection[] => {
  const { schema, sections } = template;
  const properties = schema.properties ?? {};
  const required = new Set(schema.required ?? []);
  const fieldsOf = (names: readonly string[]): readonly FieldSpec[] =>
    names.flatMap((name) =>
      properties[name] ? [payloadField(template, name, properties[name], name, required.has(name))] : [],
    );
  const placed = new Set(sections.flatMap(({ fields }) => fields));
  const others = Object.keys(properties).filter((name) => !placed.has(name));
  return [
    ...sections.map(({ id, labels, fields }) => ({ id, title: said(labels) ?? id, fields: fieldsOf(fields) })),
    ...(others.length > 0 ? [{ id: 'others', title: t.others, fields: fieldsOf(others) }] : []),
  ];
};

const t = inLanguage({ others: 'Further data' }, { others: 'Weitere Angaben' });

/** The points of Annex XIII that each audience reads, by law (an installation may set others). */
export const AUDIENCES: Readonly<Record<string, readonly string[]>> = {
  public: ['public'],
  legitimate_interest: ['public', 'legitimate_interest', 'individual'],
  authority: ['public', 'legitimate_interest', 'authority'],
};

/** Whether an audience reads a property of the payload. */
export const isRead = ({ schema }: Template, name: string, audience: string): boolean =>
  AUDIENCES[audience]?.includes(schema.properties?.[name]?.['x-disclosure'] ?? 'public') ?? false;

/** A payload without what is empty: the server counts an empty text as an answer of the wrong type. */
export const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((one) => one !== undefined);
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([key, one]) => {
    const clean = withoutEmpty(one);
    return clean === undefined ? [] : [[key, clean] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/** Numbers of a form are texts; in a payload they are numbers. */
export const withNumbers = (
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.find((one) => one.name === name);
      if (!field || value === null || value === undefined) return [name, value];
      if (field.kind === 'integer' || field.kind === 'decimal') return [name, value === '' ? null : Number(value)];
      if (field.kind === 'object')
        return [name, withNumbers(field.fields ?? [], value as Readonly<Record<string, unknown>>)];
      if (field.kind === 'objects')
        return [
          name,
          (value as readonly Readonly<Record<string, unknown>>[]).map((one) => withNumbers(field.fields ?? [], one)),
        ];
      return [name, value];
    }),
  );
