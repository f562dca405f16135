import { CONDITIONS } from '../kernel/index.js';
import type { DeclaredRoute } from '../web/index.js';
import { exampleOf, fieldSchema } from './field-schema.js';
import { type Json, ref } from './json.js';
import type { NamedSchemas } from './named-schemas.js';

const inQuery = (name: string, description: string, schema: Json, example?: unknown): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});

/**
 * The parts of search criteria, in one of their spellings (wire.md §4). Without defaults: the page would send them, and
 * a direction without a field is no sort order.
 */
export const searchParameters = (pageSizeMax: number): Readonly<Record<string, Json>> => ({
  FilterField: inQuery(
    'searchCriteria[filter_groups][0][filters][0][field]',
    'Field of the first filter; filters of one group are alternatives, groups hold together',
    { type: 'string' },
  ),
  FilterValue: inQuery('searchCriteria[filter_groups][0][filters][0][value]', 'What it is compared with', {
    type: 'string',
  }),
  FilterCondition: inQuery(
    'searchCriteria[filter_groups][0][filters][0][condition_type]',
    'How it is compared; eq if not said',
    {
      type: 'string',
      enum: CONDITIONS,
    },
  ),
  SortField: inQuery('searchCriteria[sortOrders][0][field]', 'Field of the first sort order', { type: 'string' }),
  SortDirection: inQuery('searchCriteria[sortOrders][0][direction]', 'Its direction; DESC if not said', {
    type: 'string',
    enum: ['ASC', 'DESC'],
  }),
  PageSize: inQuery(
    'searchCriteria[pageSize]',
    'Records of a page; 0 or absent means the largest page. Any part of the criteria, be it empty, must be there',
    { type: 'integer', minimum: 0, maximum: pageSizeMax },
    20,
  ),
  CurrentPage: inQuery('searchCriteria[currentPage]', 'Counts from 1', { type: 'integer', minimum: 1, default: 1 }),
  Fields: inQuery('fields', 'Keeps of the answer only what is named: items[id],total_count', { type: 'string' }),
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

/** `/V1/customerprice/:id` as OpenAPI writes it. */
export const templated = (path: string): string => path.replace(VARIABLE, '{$1}');

const inPath = ({ path, pathIds }: DeclaredRoute): readonly Json[] =>
  [...path.matchAll(VARIABLE)].map(([, name = '']) =>
    pathIds.includes(name)
      ? {
          name,
          in: 'path',
          required: true,
          description: 'Id of the record',
          schema: { type: 'integer', minimum: 0 },
          example: 17,
        }
      : {
          name,
          in: 'path',
          required: true,
          description: 'Key of the record, percent-encoded',
          schema: { type: 'string' },
          example: 'A1',
        },
  );

const WITH_SECRET = '; refused with 400 where the body brings a secret';

const idempotencyKey = ({ takesSecret }: DeclaredRoute): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    "The sender's own name of the call: sent again within 24 hours it is answered the same and done once; with another " +
    `body 409${takesSecret ? WITH_SECRET : ''}`,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: 'night-2026-01-31-part-1',
});

/** Nobody has a name, so nobody's calls are kept. */
export const takesKey = ({ keyUse, need }: DeclaredRoute): boolean =>
  (keyUse === 'once' || keyUse === 'steps') && need?.kind !== 'anonymous';

/** Parameters of an operation: of the path, of the criteria, its own, and `fields`. */
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
  ...(route.bytes ? [] : [ref('parameters', 'Fields')]),
];
