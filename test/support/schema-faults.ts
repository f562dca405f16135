/** The parts of an OpenAPI schema that are used to check responses. */
export interface AnswerSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly additionalProperties?: boolean | AnswerSchema;
  readonly required?: readonly string[];
  readonly items?: AnswerSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly AnswerSchema[];
  readonly oneOf?: readonly AnswerSchema[];
  readonly anyOf?: readonly AnswerSchema[];
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  date: DAY,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const typesOf = ({ type }: AnswerSchema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeOf(value) === 'object';

const numberFaults = (schema: AnswerSchema, value: number, path: string): readonly string[] => {
  const { minimum, maximum } = schema;
  return [
    ...(typesOf(schema).includes('integer') && !Number.isInteger(value) ? [`${path} is no integer: ${value}`] : []),
    ...(value < (minimum ?? -Infinity) || value > (maximum ?? Infinity) ? [`${path} is out of range: ${value}`] : []),
  ];
};

const textFaults = ({ maxLength, pattern, format = '' }: AnswerSchema, value: string, path: string) => [
  ...([...value].length > (maxLength ?? Infinity) ? [`${path} is longer than ${maxLength}`] : []),
  ...(new RegExp(pattern ?? '', 'u').test(value) && (FORMS[format]?.test(value) ?? true)
    ? []
    : [`${path} has another form: ${value}`]),
];

/**
 * Differences between a value and its schema. Stricter than the schema: a member that is not declared is a fault,
 * unless the schema allows any member.
 */
export const schemaFaults = (
  schema: AnswerSchema,
  value: unknown,
  resolved: (schema: AnswerSchema) => AnswerSchema = (same) => same,
  path = '',
): readonly string[] => {
  if (schema.$ref !== undefined) return schemaFaults(resolved(schema), value, resolved, path);
  const { allOf = [], oneOf, anyOf = oneOf, properties, required = [], additionalProperties, items } = schema;
  const types = typesOf(schema);
  if (value === null && types.includes('null')) return [];
  if ('const' in schema && schema.const !== value) return [`${path} isn't ${String(schema.const)}`];
  if (schema.enum && !schema.enum.includes(value)) return [`${path} is none of its words: ${String(value)}`];
  if (types.length > 0 && !types.some((type) => typeOf(value) === (type === 'integer' ? 'number' : type)))
    return [`${path} is no ${types.join(', ')}: ${JSON.stringify(value)}`];
  const inner = (member: AnswerSchema, of: unknown, at: string) => schemaFaults(member, of, resolved, at);
  return [
    ...allOf.flatMap((part) => inner(part, value, path)),
    ...(anyOf && anyOf.every((one) => inner(one, value, path).length > 0) ? [`${path} is none of its forms`] : []),
    ...(typeof value === 'number' ? numberFaults(schema, value, path) : []),
    ...(typeof value === 'string' ? textFaults(schema, value, path) : []),
    ...(Array.isArray(value) && items ? value.flatMap((item, index) => inner(items, item, `${path}[${index}]`)) : []),
    ...(isObject(value) && types.includes('object')
      ? [
          ...required.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`),
          ...Object.entries(value).flatMap(([name, of]) => {
            const member = properties?.[name] ?? additionalProperties ?? false;
            if (typeof member === 'boolean') return member ? [] : [`${path}.${name} isn't declared`];
            return inner(member, of, `${path}.${name}`);
          }),
        ]
      : []),
  ];
};
