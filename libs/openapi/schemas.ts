import type { Resource, Resources } from '../records/index.js';
import {
  type BodySpec,
  BULK_ROWS_MAX,
  BULK_WRAPPER,
  JSON_TYPE,
  LINES_TYPE,
  type AnswerSpec,
} from '../operations/index.js';
import { exampleObject, objectSchema, type FieldUse } from './field-schema.js';
import { type Json, pascalCase, ref } from './json.js';

const SEARCH_EXAMPLE: Json = {
  filter_groups: [{ filters: [{ field: 'id', value: '17', condition_type: 'eq' }] }],
  page_size: 300,
  current_page: 1,
};

type JsonAnswer = Exclude<AnswerSpec, { kind: 'bytes' }>;

/** A schema with an example. */
export type Shown = readonly [schema: Json, example: unknown];

/** Schemas of bodies and answers, and those of records, which they name. */
export class Schemas {
  readonly named = new Map<string, Json>();

  constructor(private readonly resources: Resources) {}

  /** What a request carries, by media type. */
  content(body: BodySpec, use: FieldUse): Json {
    if (body.kind === 'stream') return body.shown ?? { '*/*': { schema: { type: 'string', format: 'binary' } } };
    if (body.kind === 'bulk') return this.bulk(body.resource);
    const [schema, example] = this.body(body, use);
    return { [JSON_TYPE]: { schema, example } };
  }

  answer(answer: JsonAnswer): Shown {
    const [schema, example] = this.filled(answer);
    if (answer.nullable !== true) return [schema, example];
    return [{ nullable: true, ...('$ref' in schema ? { allOf: [schema] } : schema) }, example];
  }

  private filled(answer: JsonAnswer): Shown {
    switch (answer.kind) {
      case 'object':
      case 'array':
      case 'search': {
        const { kind, name, title, fields } = answer;
        const item = this.name(name, () => ({
          ...(title === undefined ? {} : { title }),
          ...objectSchema(fields, 'answer'),
        }));
        const example = exampleObject(fields, 'answer');
        if (kind === 'object') return [item, example];
        return kind === 'array' ? [{ type: 'array', items: item }, [example]] : searchResult(item, example);
      }
      case 'true':
        return [{ type: 'boolean', enum: [true] }, true];
      case 'string':
      case 'secret':
        return [{ type: 'string' }, answer.example];
    }
  }

  private name(name: string, schema: () => Json): Json {
    const named = pascalCase(name);
    if (!this.named.has(named)) this.named.set(named, schema());
    return ref('schemas', named);
  }

  private record(resource: Resource, use: FieldUse): Json {
    return this.name(resource.resource + pascalCase(use), () => ({
      title: resource.title.one,
      ...objectSchema(withId(resource, use), use),
    }));
  }

  /** Rows may leave out what stays; those of the example name other records by business keys. */
  private bulk(resource: Resource): Json {
    const fields = withId(this.resources.withBusinessKeys(resource), 'create');
    const row = this.name(`${resource.resource}Row`, () => ({
      title: `${resource.title.one}, a row of many`,
      ...objectSchema(fields, 'change'),
    }));
    const named = new Set(fields.flatMap(({ keyOf }) => (keyOf ? [keyOf.property] : [])));
    const example = exampleObject(
      fields.filter(({ property }) => property !== 'id' && !named.has(property)),
      'change',
    );
    const [schema, body] = wrapped(BULK_WRAPPER, { type: 'array', maxItems: BULK_ROWS_MAX, items: row }, [example]);
    return {
      [JSON_TYPE]: { schema, example: body },
      [LINES_TYPE]: {
        schema: { type: 'string', description: 'One row a line' },
        example: `${JSON.stringify(example)}\n`,
      },
    };
  }

  private body(body: Exclude<BodySpec, { kind: 'stream' | 'bulk' }>, use: FieldUse): Shown {
    switch (body.kind) {
      case 'record':
        return wrapped(body.resource.wrapper, this.record(body.resource, use), exampleOfBody(body.resource, use));
      case 'records':
        return wrapped(body.wrapper, { type: 'array', items: this.record(body.resource, use) }, [
          exampleOfBody(body.resource, use),
        ]);
      case 'wrapped':
        return wrapped(body.wrapper, objectSchema(body.fields, body.mode), exampleObject(body.fields, body.mode));
      case 'plain':
        return [
          { ...objectSchema(body.fields, 'create'), additionalProperties: false },
          exampleObject(body.fields, 'create'),
        ];
    }
  }
}

/** The id may be sent by the resources that take it. */
const withId = ({ fields, ids }: Resource, use: FieldUse) =>
  use === 'create' && ids === 'given'
    ? fields.map((field) => (field.property === 'id' ? { ...field, access: 'both' as const } : field))
    : fields;

/** A body to copy: without the keys that only stand for ids. */
const exampleOfBody = (resource: Resource, use: FieldUse): Json =>
  exampleObject(
    withId(resource, use).filter(({ keyOf }) => !keyOf),
    use,
  );

const wrapped = (wrapper: string, schema: Json, example: unknown): Shown => [
  { type: 'object', required: [wrapper], properties: { [wrapper]: schema }, additionalProperties: false },
  { [wrapper]: example },
];

const searchResult = (item: Json, example: unknown): Shown => [
  {
    type: 'object',
    required: ['items', 'search_criteria', 'total_count'],
    properties: {
      items: { type: 'array', items: item },
      search_criteria: ref('schemas', 'SearchCriteria'),
      total_count: { type: 'integer', minimum: 0, description: 'Of all matches, not of this page' },
    },
  },
  { items: [example], search_criteria: SEARCH_EXAMPLE, total_count: 1 },
];
