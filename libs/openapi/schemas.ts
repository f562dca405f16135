import { type Field, pascalCase, type Resource, type Resources } from '../records/index.js';
import {
  type BodySpec,
  BULK_ROWS_MAX,
  BULK_WRAPPER,
  FORM_TYPE,
  JSON_TYPE,
  LINES_TYPE,
  type AnswerSpec,
} from '../operations/index.js';
import { exampleObject, objectSchema, type FieldUse } from './field-schema.js';
import { type Json, orNull, ref, type NamedSchemas } from './json.js';

const SEARCH_EXAMPLE: Json = {
  filter_groups: [{ filters: [{ field: 'id', value: '17', condition_type: 'eq' }] }],
  page_size: 300,
  current_page: 1,
};

type JsonAnswer = Exclude<AnswerSpec, { kind: 'bytes' }>;

export type Shown = readonly [schema: Json, example: unknown];

/**
 * Where a body or response is used: the method decides which fields a record needs, and the operation provides a name
 * for unnamed schemas.
 */
interface FieldContext {
  readonly use: FieldUse;
  readonly operation: string;
}

const formSchema = (form: Readonly<Record<string, string>>): Json => ({
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(form).map((part) => [part, { type: 'string' }])),
  },
  example: {},
});

/** Schemas of bodies and responses, and the records, wrappers and search results that they refer to. */
export class Schemas {
  constructor(
    private readonly resources: Resources,
    readonly named: NamedSchemas,
  ) {}

  /** The fields of an input, plus the business keys that may replace ids. */
  keyed(fields: readonly Field[]): readonly Field[] {
    return this.resources.keyedFields(fields).fields;
  }

  /** Request body by media type. */
  content(body: BodySpec, context: FieldContext): Json {
    if (body.kind === 'stream' && body.record) return this.withFile(body.record, body.more ?? [], context.use);
    if (body.kind === 'stream') return body.shown ?? { '*/*': { schema: { type: 'string', format: 'binary' } } };
    if (body.kind === 'bulk') return this.bulk(body.resource);
    const [schema, example] = this.body(body, context);
    return {
      [JSON_TYPE]: { schema, example },
      ...(body.kind === 'plain' && body.form ? { [FORM_TYPE]: formSchema(body.form) } : {}),
    };
  }

  /** A record that may include a file: in JSON, or next to it in a multipart form. */
  private withFile(resource: Resource, more: readonly Field[], use: FieldUse): Json {
    const fields = [...withId(this.resources.withBusinessKeys(resource), use), ...this.keyed(more)];
    const name = `${resource.resource}${pascalCase(use)}`;
    const record = this.named.add(`${name}WithFile`, {
      title: resource.title.one,
      ...objectSchema(fields, use, this.named),
    });
    const { wrapper } = resource;
    const [schema, example] = this.wrapped(`${name}WithFile`, wrapper, record, exampleOfBody(resource, use));
    return {
      [JSON_TYPE]: { schema, example },
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: [wrapper, 'file'],
          properties: {
            [wrapper]: { ...record, description: 'Record as a JSON object' },
            file: {
              type: 'string',
              format: 'binary',
              description: 'File content; the filename parameter of the part contains the file name',
            },
          },
        },
        example: { [wrapper]: exampleOfBody(resource, use), file: '@datasheet.pdf' },
      },
    };
  }

  answer(answer: JsonAnswer): Shown {
    const [schema, example] = this.filled(answer);
    if (answer.nullable !== true) return [schema, example];
    return [orNull(schema), example];
  }

  private filled(answer: JsonAnswer): Shown {
    switch (answer.kind) {
      case 'object':
      case 'array':
      case 'search': {
        const { kind, name, title, fields } = answer;
        const item = this.named.add(name, {
          ...(title === undefined ? {} : { title }),
          ...objectSchema(fields, 'answer', this.named),
        });
        const example = exampleObject(fields, 'answer');
        if (kind === 'object') return [item, example];
        return kind === 'array'
          ? [{ type: 'array', items: item }, [example]]
          : this.searchResults(name, item, example, answer.kind === 'search' && answer.etags === true);
      }
      case 'true':
        return [{ type: 'boolean', const: true }, true];
      case 'int':
        return [{ type: 'integer' }, answer.example];
      case 'string':
      case 'secret':
        return [{ type: 'string' }, answer.example];
      case 'strings':
        return [{ type: 'array', items: { type: 'string' } }, answer.example];
    }
  }

  private record(resource: Resource, use: FieldUse): Json {
    return this.named.add(resource.resource + pascalCase(use), {
      title: resource.title.one,
      ...objectSchema(withId(this.resources.withBusinessKeys(resource), use), use, this.named),
    });
  }

  /** Rows may omit unchanged fields. The example uses business keys to refer to other records. */
  private bulk(resource: Resource): Json {
    const fields = withId(this.resources.withBusinessKeys(resource), 'create');
    const row = this.named.add(`${resource.resource}Row`, {
      title: `${resource.title.one} (row of a bulk request)`,
      ...objectSchema(fields, 'change', this.named),
    });
    const shown = withId(this.resources.withDeclaredKeys(resource), 'create');
    const named = new Set(shown.flatMap(({ keyOf }) => (keyOf ? [keyOf.property] : [])));
    const example = exampleObject(
      shown.filter(({ property }) => property !== 'id' && !named.has(property)),
      'change',
    );
    const [schema, body] = this.wrapped(
      `${resource.resource}Rows`,
      BULK_WRAPPER,
      { type: 'array', maxItems: BULK_ROWS_MAX, items: row },
      [example],
    );
    return {
      [JSON_TYPE]: { schema, example: body },
      [LINES_TYPE]: {
        schema: { type: 'string', description: 'One JSON object per line' },
        example: `${JSON.stringify(example)}\n`,
      },
    };
  }

  private body(body: Exclude<BodySpec, { kind: 'stream' | 'bulk' }>, { use, operation }: FieldContext): Shown {
    switch (body.kind) {
      case 'record': {
        const { resource, wrapper } = body.resource;
        const record = this.record(body.resource, use);
        return this.wrapped(resource + pascalCase(use), wrapper, record, exampleOfBody(body.resource, use));
      }
      case 'records': {
        const list = { type: 'array', items: this.record(body.resource, use) };
        return this.wrapped(body.wrapper + pascalCase(use), body.wrapper, list, [exampleOfBody(body.resource, use)]);
      }
      case 'wrapped': {
        const { wrapper, described } = body;
        const fields = described?.fields ?? body.fields;
        const name = described?.name ?? `${wrapper}Change`;
        const inside = this.named.add(name, objectSchema(this.keyed(fields), 'change', this.named));
        return this.wrapped(name, wrapper, inside, exampleObject(fields, 'change'));
      }
      case 'plain': {
        const schema = { ...objectSchema(this.keyed(body.fields), 'create', this.named), additionalProperties: false };
        return [this.named.add(`${operation}Body`, schema), exampleObject(body.fields, 'create')];
      }
    }
  }

  private wrapped(name: string, wrapper: string, inside: Json, example: unknown): Shown {
    const schema = {
      type: 'object',
      required: [wrapper],
      properties: { [wrapper]: inside },
      additionalProperties: false,
    };
    return [this.named.add(`${name}Body`, schema), { [wrapper]: example }];
  }

  private searchResults(name: string, item: Json, example: unknown, etags: boolean): Shown {
    const schema = {
      type: 'object',
      required: ['items', 'search_criteria', 'total_count'],
      properties: {
        items: { type: 'array', items: item },
        search_criteria: ref('schemas', 'SearchCriteria'),
        total_count: { type: 'integer', minimum: 0, description: 'Number of matching records on all pages' },
        ...(etags ? { etags: ETAGS } : {}),
      },
    };
    return [
      this.named.add(`${name}SearchResults`, schema),
      { items: [example], search_criteria: SEARCH_EXAMPLE, total_count: 1 },
    ];
  }
}

const ETAGS: Json = {
  type: 'array',
  items: { type: 'string' },
  description: 'ETags of the items, in the order of the items; only with `etags=1`',
};

/** Adds the id for resources that accept it in requests. */
const withId = ({ fields, ids }: Resource, use: FieldUse) =>
  use === 'create' && ids === 'given'
    ? fields.map((field) => (field.property === 'id' ? { ...field, access: 'both' as const } : field))
    : fields;

/** An example body without the keys that only replace ids. */
const exampleOfBody = (resource: Resource, use: FieldUse): Json =>
  exampleObject(
    withId(resource, use).filter(({ keyOf }) => !keyOf),
    use,
  );
