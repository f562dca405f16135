import fc from 'fast-check';
import { CONDITIONS } from '../../libs/kernel/index.js';
import type { Field } from '../../libs/records/index.js';
import type { DeclaredRoute } from '../../libs/web/index.js';
import { badValues, goodValues, NOBODY } from './values.js';
import type { Json } from './world.js';

/** A random request, which need not make sense. */
export interface Shot {
  readonly ids: readonly string[];
  readonly query: string;
  readonly body: string;
  readonly type: string | undefined;
  readonly token: 'root' | 'none' | 'broken';
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '0', '-1', '1e400', "' OR 1=1 --", '%', '\u0000', 'null', 'true', '2026-02-30', '__proto__'),
);

/** A lone surrogate cannot be encoded in a URL. */
const encoded = (value: string): string => encodeURIComponent(Buffer.from(value).toString());

const json = fc.oneof({ weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) }, { weight: 1, arbitrary: text });

const isKnown = (kind: Field['kind']): boolean => kind.type !== 'instant';

/** A value for a field: valid, invalid or random. */
const valueOf = (field: Field): fc.Arbitrary<unknown> => {
  const known = isKnown(field.kind)
    ? [...goodValues(field).map(({ sent }) => sent), ...badValues(field).map(({ sent }) => sent)]
    : [];
  const { kind } = field;
  const inner =
    kind.type === 'object'
      ? [objectOf(kind.fields)]
      : kind.type === 'objects'
        ? [fc.array(objectOf(kind.fields), { maxLength: 3 })]
        : [];
  return fc.oneof(json, fc.constantFrom(null, NOBODY, ...known), ...inner);
};

/** Some of the fields, in either spelling, and sometimes one that does not exist. */
const objectOf = (fields: readonly Field[]): fc.Arbitrary<Json> => {
  // The database continues after an ID that is sent, so after the largest one it could create no more records.
  const entries = fields
    .filter(({ property }) => property !== 'id')
    .map((field) =>
      fc.tuple(fc.constantFrom(field.name, field.property), valueOf(field)).map(([name, value]) => ({ [name]: value })),
    );
  const others = fc.dictionary(text, json, { maxKeys: 1 });
  return fc
    .subarray(entries)
    .chain((chosen) => fc.tuple(others, ...chosen))
    .map((parts) => Object.assign({}, ...parts) as Json);
};

const bodyFields = ({ body }: DeclaredRoute): readonly Field[] => {
  if (body && 'resource' in body) return body.resource.fields;
  return body?.kind === 'wrapped' || body?.kind === 'plain' ? body.fields : [];
};

/** A body similar to a valid one, based on one if available. */
const bodyOf = (route: DeclaredRoute, goodBodies: readonly Json[]): fc.Arbitrary<unknown> => {
  const { body } = route;
  const fields = objectOf(bodyFields(route));
  const near = fc
    .tuple(fc.constantFrom({}, ...goodBodies), fields, fc.boolean())
    .map(([base, some, alone]) => (alone ? some : { ...base, ...some }));
  if (body?.kind === 'record') return near.map((record) => ({ [body.resource.wrapper]: record }));
  if (body?.kind === 'records') return fc.array(near, { maxLength: 3 }).map((list) => ({ [body.wrapper]: list }));
  if (body?.kind === 'bulk')
    return fc.array(fc.oneof({ weight: 5, arbitrary: near }, json), { maxLength: 4 }).map((records) => ({ records }));
  return body?.kind === 'wrapped' ? near.map((record) => ({ [body.wrapper]: record })) : near;
};

const criterion = (route: DeclaredRoute): fc.Arbitrary<string> => {
  const names = [...(route.search?.fields ?? []).flatMap(({ name, property }) => [name, property]), 'nope'];
  const part = fc.oneof(
    fc.constantFrom('field', 'value', 'condition_type', 'conditionType', 'direction', 'other', ''),
    text,
  );
  const group = fc.constantFrom(
    'filter_groups][0][filters][0',
    'filterGroups][1][filters][',
    'sortOrders][0',
    'sort_orders][',
    'filter_groups',
  );
  const value = fc.oneof(
    fc.constantFrom(...names, ...CONDITIONS, 'ASC', 'desc', '1', '2026-01-01', '1,2', '4.5', '%a_\\'),
    text,
  );
  return fc
    .tuple(
      fc.constantFrom('searchCriteria', 'search_criteria'),
      fc.oneof(
        fc.tuple(group, part).map(([g, p]) => `${g}][${p}`),
        fc.constantFrom('pageSize', 'currentPage', 'page_size', ''),
      ),
      value,
    )
    .map(([root, path, sent]) => `${root}[${encodeURIComponent(path)}]=${encoded(sent)}`.replace(/%5D%5B/g, ']['));
};

/** A valid filter, so that it reaches the database. */
const goodFilter = (route: DeclaredRoute): fc.Arbitrary<string> => {
  const fields = (route.search?.fields ?? []).filter(({ searchable, access }) => searchable && access !== 'write');
  if (fields.length === 0) return fc.constant('');
  const at = 'searchCriteria[filter_groups][0][filters][0]';
  return fc
    .tuple(fc.constantFrom(...fields), fc.constantFrom(...CONDITIONS), text)
    .map(
      ([{ name }, condition, value]) =>
        `${at}[field]=${name}&${at}[condition_type]=${condition}&${at}[value]=${encoded(value)}`,
    );
};

const queryOf = (route: DeclaredRoute): fc.Arbitrary<string> => {
  const own = route.query.map((field) => text.map((value) => `${field.name}=${encoded(value)}`));
  const fields = text.map((value) => `fields=${encoded(value)}`);
  const parts = [fields, ...own, ...(route.search ? [criterion(route), criterion(route), goodFilter(route)] : [])];
  return fc.array(fc.oneof(...parts), { maxLength: 4 }).map((chosen) => chosen.join('&'));
};

/** IDs that are invalid or unknown. `search` is left out for PATCH, because the search route has none (405). */
const wrongIds = (verb: string): readonly string[] =>
  ['-1', '99999999999999999999', '1.5', '%2F'].concat(verb === 'PATCH' ? [] : ['search']);

const idOf = (known: readonly number[], verb: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known.map(String), String(NOBODY)) },
    {
      weight: 1,
      arbitrary: text.filter((value) => value !== '').map((value) => encoded(value)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...wrongIds(verb)) },
  );

/** Random requests to a route, similar to valid ones, based on known IDs and valid bodies. */
export const shotAt = (route: DeclaredRoute, ids: readonly number[], goodBodies: readonly Json[]): fc.Arbitrary<Shot> =>
  fc.record({
    ids: fc.array(idOf(ids, route.verb), { minLength: 3, maxLength: 3 }),
    query: queryOf(route),
    body: fc.oneof(
      { weight: 8, arbitrary: bodyOf(route, goodBodies).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: text },
    ),
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(undefined, 'text/plain', 'application/json; charset=x', 'application/x-ndjson'),
      },
    ),
    token: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Shot['token']>('root') },
      { weight: 1, arbitrary: fc.constantFrom<Shot['token']>('none', 'broken') },
    ),
  });
