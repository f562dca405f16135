import { CONDITIONS } from '../kernel/index.js';
import type { DeclaredRoute } from '../web/index.js';
import { exampleOf, fieldSchema } from './field-schema.js';
import { type Json, ref, type NamedSchemas } from './json.js';

const inQuery = (name: string, description: string, schema: Json, example?: unknown): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});

/**
 * The parts of search criteria, in one of their spellings (wire.md §4). They have no defaults: the documentation page
 * would send them, and a direction without a field is not a sort order.
 */
export const searchParameters = (pageSizeMax: number): Readonly<Record<string, Json>> => ({
  FilterField: inQuery(
    'searchCriteria[filter_groups][0][filters][0][field]',
    'Name of the field to filter by. Filters in a group are combined with OR; groups are combined with AND.',
    { type: 'string' },
  ),
  FilterValue: inQuery('searchCriteria[filter_groups][0][filters][0][value]', 'Value to compare with the field', {
    type: 'string',
  }),
  FilterCondition: inQuery(
    'searchCriteria[filter_groups][0][filters][0][condition_type]',
    'Operator that compares the field with the value; default eq',
    {
      type: 'string',
      enum: CONDITIONS,
    },
  ),
  SortField: inQuery('searchCriteria[sortOrders][0][field]', 'Name of the field to sort by', { type: 'string' }),
  SortDirection: inQuery('searchCriteria[sortOrders][0][direction]', 'Sort direction; default DESC', {
    type: 'string',
    enum: ['ASC', 'DESC'],
  }),
  PageSize: inQuery(
    'searchCriteria[pageSize]',
    'Number of records per page. If it is absent or 0, the maximum applies. A search requires at least one searchCriteria parameter, which can be empty.',
    { type: 'integer', minimum: 0, maximum: pageSizeMax },
    20,
  ),
  CurrentPage: inQuery('searchCriteria[currentPage]', 'Page number, starting at 1; default 1', {
    type: 'integer',
    minimum: 1,
    default: 1,
  }),
  Fields: inQuery('fields', 'Fields to include in the response, such as items[id],total_count; default: all', {
    type: 'string',
  }),
});

const SEARCH = [
  'FilterField',
  'FilterValue',
  'FilterCondition',
  'SortField',
  'SortDirection',
  'PageSize',
  'CurrentPage',
];

const VARIABLE = /:(\w+)/g;

/** Converts `/V1/customerprice/:id` to OpenAPI's `/V1/customerprice/{id}`. */
export const templated = (path: string): string => path.replace(VARIABLE, '{$1}');

/** Descriptions of keys in paths, by parameter name. Numeric IDs are described by `aboutId`. */
const KEYS: Readonly<Record<string, string>> = {
  batch: 'Percent-encoded batch number',
  bulkUuid: 'UUID of the job or bulk request',
  code: 'Percent-encoded code of the template',
  file: 'File name: the template version with the extension .json (schema) or .jsonld (context)',
  gtin: 'GTIN of the product',
  id: 'Percent-encoded identifier of the passport or product',
  major: 'Major version of the template',
  name: 'Percent-encoded name of the file',
  path: 'Percent-encoded RFC 9535 path of the element',
  resource: 'Resource type of the record',
  serial: 'Percent-encoded serial number',
  sha256: 'SHA-256 hash of the file, in hexadecimal',
  sku: 'Percent-encoded SKU of the product',
  token: 'Token of the download link',
  uuid: 'UUID of the record',
};

/** Describes an ID by its parameter name: `customerId` is the ID of the customer. */
const aboutId = (name: string): string => {
  if (name === 'id') return 'Numeric ID of the record';
  return name.endsWith('Id') ? `Numeric ID of the ${name.slice(0, -2)}` : `Numeric code of the ${name}`;
};

const inPath = ({ path, pathIds }: DeclaredRoute): readonly Json[] =>
  [...path.matchAll(VARIABLE)].map(([, name = '']) =>
    pathIds.includes(name)
      ? {
          name,
          in: 'path',
          required: true,
          description: aboutId(name),
          schema: { type: 'integer', minimum: 0 },
          example: 17,
        }
      : {
          name,
          in: 'path',
          required: true,
          description: KEYS[name] ?? 'Percent-encoded key of the record',
          schema: { type: 'string' },
          example: 'A1',
        },
  );

const WITH_SECRET = ' The key is rejected with 400 if the body contains a secret.';

const idempotencyKey = ({ takesSecret }: DeclaredRoute): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique key of the call, chosen by the client. Repeating the call within 24 hours returns the stored response; ' +
    `a different body with the same key returns 409.${takesSecret ? WITH_SECRET : ''}`,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: 'night-2026-01-31-part-1',
});

/** Anonymous callers cannot be identified, so their calls are not stored under idempotency keys. */
export const takesKey = ({ keyUse, need }: DeclaredRoute): boolean =>
  (keyUse === 'once' || keyUse === 'steps') && need?.kind !== 'anonymous';

/** Whether the request accepts If-None-Match with the ETag of the record. */
export const readsTagged = ({ verb, description }: DeclaredRoute): boolean =>
  verb === 'GET' && description?.tagged === true && description.answer.kind === 'object';

/** Whether the request accepts If-Match with the ETag of the record that it changes. */
export const writesTagged = ({ verb, description }: DeclaredRoute): boolean =>
  (verb === 'PUT' || verb === 'PATCH' || verb === 'DELETE') &&
  (description?.tagged === true || description?.conditional === true);

const ETAG_EXAMPLE = '"x3P0vB1s5mJ0y0cK1Zr8q7w2l9n4u6t3e5a7d9f1h0k"';

const etagIn = (name: 'If-Match' | 'If-None-Match', description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
  example: ETAG_EXAMPLE,
});

const conditionsOf = (route: DeclaredRoute): readonly Json[] => [
  ...(readsTagged(route)
    ? [etagIn('If-None-Match', 'ETags of the versions that the client has. A match returns 304 without a body.')]
    : []),
  ...(writesTagged(route)
    ? [
        etagIn(
          'If-Match',
          'ETag of the record when it was read. If the record has changed since then, the response is 412.',
        ),
        etagIn('If-None-Match', '`*` or a list of ETags. If the record exists and matches, the response is 412.'),
      ]
    : []),
];

/** The parameters of an operation: path, search criteria, its own, and `fields`. */
export const parametersOf = (route: DeclaredRoute, named: NamedSchemas): readonly Json[] => [
  ...inPath(route),
  ...(route.search ? SEARCH.map((name) => ref('parameters', name)) : []),
  ...route.query.map((field) => ({
    name: field.name,
    in: 'query',
    required: field.required,
    description: field.about,
    schema: fieldSchema(field, 'create', named),
    example: exampleOf(field),
  })),
  ...(takesKey(route) ? [idempotencyKey(route)] : []),
  ...conditionsOf(route),
  ...(route.bytes ? [] : [ref('parameters', 'Fields')]),
];
