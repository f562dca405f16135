import type { Ask } from './crawler.js';
import type { Document, Operation, Schema } from './operations.js';
import { ACCESS, type Body, COMMERCE, DOCUMENTS, PRICING } from './records.js';

/** Path variables of records that exist. */
const GOOD: Readonly<Record<string, string>> = {
  sku: 'A1',
  customerNumber: 'C-1',
  websiteId: '1',
  groupId: '2',
  code: 'tiny',
  gtin: '09524000010018',
  batch: 'L1',
  serial: 'S1',
  uuid: '«uuid-of-A1»',
  major: '1',
  token: 'nope',
};
const FILES: Readonly<Record<string, string>> = { schema: '1.0.0.json', context: '1.0.0.jsonld' };
const ABSENT: Readonly<Record<string, string>> = { gtin: '4006381333931', major: '77' };
const BAD_IDS = ['abc', '-1', '99999999999999999999', '1.5', '%20', '1%00', '%zz'];
const NUMBERED = /id$/i;

const goodOf = (name: string, template: string): string =>
  name === 'file' ? (FILES[template.split('/')[2] ?? ''] ?? 'nope') : (GOOD[name] ?? '1');

/** The path with these values, and valid values for the other variables. */
export const pathOf = ({ path, template }: Operation, values: Readonly<Record<string, string>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? goodOf(name, template));

const absentOf = (name: string): string =>
  ABSENT[name] ?? (NUMBERED.test(name) && name !== 'uuid' ? '999999' : 'absent');

/** Operations that take effect whatever is sent. They are called at the right time elsewhere. */
const ACTS =
  /\/(activate|rework|revisions|publish|archive|rotate|oauth|link|test|resend|unlock|end-sessions|revoke-[a-z-]+)$/;
const isAct = ({ verb, template }: Operation): boolean => verb === 'POST' && ACTS.test(template);

const STORED = [...COMMERCE, ...PRICING, ...DOCUMENTS, ...ACCESS];
/** A valid body for a record of the setup; for other records only the required fields. */
const goodBody = ({ template, body, verb }: Operation, document: Document): Body => {
  const stored = STORED.find(({ path }) => template === `/V1/${path}` || template === `/V1/${path}/{id}`);
  if (stored) return verb === 'PUT' ? {} : (stored.bodies[0] ?? {});
  const wrapped = wrappedIn(body, document);
  return verb === 'POST' && wrapped ? requiredOf(wrapped.schema) : {};
};

const requiredOf = ({ properties = {}, required = [] }: Schema): Body =>
  Object.fromEntries(required.map((name) => [name, properties[name]?.type === 'integer' ? 1 : 'A1']));

interface Wrapped {
  readonly name: string;
  readonly schema: Schema;
}

/** The record inside a body that has a wrapper. */
const wrappedIn = (body: Schema | undefined, document: Document): Wrapped | undefined => {
  const entries = Object.entries(body?.properties ?? {});
  const [name, inner] = entries[0] ?? [];
  if (entries.length !== 1 || name === undefined || inner === undefined) return undefined;
  const schema = document.at(inner);
  return schema.properties ? { name, schema } : undefined;
};

const JSON_TYPE = { 'content-type': 'application/json' };

const whoMay = (operation: Operation): string =>
  /\/me\/|revoke-customer/.test(operation.template) && !operation.template.includes('access') ? 'customer' : 'root';

const simple = (operation: Operation, as: string, more: Partial<Ask> = {}, values = {}): Ask => ({
  as,
  verb: operation.verb,
  path: pathOf(operation, values),
  ...(operation.body || operation.bodyTypes.length > 0 ? { body: {} } : {}),
  ...more,
});

/** Sends a request as each kind of caller for which it changes nothing. */
const callers = (operation: Operation): readonly Ask[] => {
  const { verb } = operation;
  const kinds = ['none', 'malformed', 'poor'];
  const harmless = verb === 'GET' || (operation.bodyTypes.length > 0 && !isAct(operation) && verb === 'POST');
  const more = verb === 'GET' ? ['customer', 'reader', 'all', 'root'] : harmless ? ['customer', 'reader'] : [];
  const others = verb !== 'GET' && operation.right !== undefined && !harmless ? ['customer', 'reader'] : [];
  if (isAct(operation) && operation.right === undefined)
    return [simple(operation, 'none'), simple(operation, 'malformed')];
  return [...kinds, ...more, ...others].map((as) => simple(operation, as));
};

const withStore = (path: string, code: string): string => path.replace('/rest/V1/', `/rest/${code}/V1/`);

const stores = (operation: Operation): readonly Ask[] => {
  const path = pathOf(operation);
  if (!path.startsWith('/rest/') || isAct(operation)) return [];
  const codes = operation.verb === 'DELETE' ? ['nope'] : ['default', 'all', 'german', 'nope'];
  return codes.map((code) => simple(operation, whoMay(operation), { path: withStore(path, code) }));
};

const paths = (operation: Operation, document: Document): readonly Ask[] =>
  operation.variables.flatMap((name) => {
    const bad = NUMBERED.test(name)
      ? operation.verb === 'GET'
        ? [...BAD_IDS, '0', '01']
        : BAD_IDS.slice(0, 3)
      : ['%zz', '%00', 'a%2Fb'];
    const wrapped = operation.verb === 'PUT' ? wrappedIn(operation.body, document) : undefined;
    const absent = { [name]: absentOf(name) };
    return [
      ...(wrapped ? [simple(operation, whoMay(operation), { body: { [wrapped.name]: {} } }, absent)] : []),
      simple(operation, whoMay(operation), {}, absent),
      ...bad.map((value) => simple(operation, whoMay(operation), {}, { [name]: value })),
    ];
  });

const raw = (operation: Operation, body: string | undefined, headers = JSON_TYPE): Ask =>
  simple(operation, whoMay(operation), { headers, ...(body === undefined ? {} : { body }) });

/** Bodies that are invalid for every route. */
const shapes = (operation: Operation, document: Document): readonly Ask[] => {
  if (!operation.body) return [];
  const wrapped = wrappedIn(operation.body, document);
  const all = ['', '[]', '{"nope":{}}', 'no json', '[1]', 'null', '"text"', '7', '{"nope":'];
  const bodies = operation.verb === 'POST' ? all : all.slice(0, 4);
  const types = ['text/plain', 'application/x-www-form-urlencoded'];
  const inner = wrapped ? ['{}', '[]', '[{}]', 'null', '"x"', '{"nope":1}'] : [];
  const { name = '' } = wrapped ?? {};
  const list = Object.entries(operation.body.properties ?? {}).find(([, { type }]) => type === 'array')?.[0];
  return [
    ...bodies.map((body) => raw(operation, body)),
    ...types.map((type) => raw(operation, '{}', { 'content-type': type })),
    ...inner.map((value) => raw(operation, `{"${name}":${value}}`)),
    ...(wrapped ? [raw(operation, `{"${snake(name)}":{"nope":1}}`)] : []),
    ...(wrapped ? [raw(operation, `{"${name}":{"nope":1},"other":1}`)] : []),
    ...(list !== undefined && !wrapped ? ['{}', '[]', '"x"', '[1]', '[[]]', '[{"nope":1}]'] : []).map((value) =>
      raw(operation, `{"${list}":${value}}`),
    ),
  ];
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const WRONG: Readonly<Record<string, unknown>> = {
  integer: 'abc',
  number: 'abc',
  string: {},
  array: 'abc',
  object: 'abc',
};

const LONG = 1024 * 1024;

/** Values of the right type that are out of range. */
const outside = ({ type, format, minimum, maximum, maxLength, enum: words }: Schema): readonly unknown[] => {
  if (words) return ['nope'];
  if (format === 'date') return ['2026-02-30'];
  // For longer texts, the body limit decides.
  if (type === 'string' && maxLength !== undefined && maxLength < LONG) return ['x'.repeat(maxLength + 1)];
  if (type === 'array') return [[{}]];
  return [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
};

/** Each field in turn is missing, null, of a wrong type or out of range. */
const fields = (operation: Operation, document: Document): readonly Ask[] => {
  if (!operation.body || isAct(operation)) return [];
  const wrapped = wrappedIn(operation.body, document);
  const schema = wrapped?.schema ?? operation.body;
  const good = goodBody(operation, document);
  const base = wrapped || operation.verb === 'PUT' ? good : requiredOf(schema);
  const { properties = {}, required = [] } = schema;
  const bodyOf = (inner: Body): Body => (wrapped ? { [wrapped.name]: inner } : inner);
  const sent = (inner: Body, bodyNote: string): Ask =>
    simple(operation, whoMay(operation), { body: bodyOf(inner), bodyNote: `good but ${bodyNote}` });
  const without = (name: string): Body => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
  return [
    ...(operation.verb === 'POST' ? required.map((name) => sent(without(name), `without ${name}`)) : []),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const { nullable = false, type = 'string', ...declared } = document.at(field);
      const values = [
        WRONG[type] ?? {},
        ...(operation.verb === 'POST' || name.length % 3 === 0 ? outside({ type, ...declared }) : []),
        ...(nullable || (operation.verb === 'POST' && !required.includes(name)) ? [] : [null]),
      ];
      return values.map((value) => sent({ ...base, [name]: value }, `${name} ${JSON.stringify(value)}`));
    }),
  ];
};

/** Bulk calls with one row for each field of a wrong type, and one for each field out of range. */
const rows = (operation: Operation, document: Document): readonly Ask[] => {
  const [name, list] = Object.entries(operation.body?.properties ?? {}).find(([, { type }]) => type === 'array') ?? [];
  const row = list?.items && document.at(list.items);
  if (name === undefined || !row?.properties || !/bulk$/.test(operation.template)) return [];
  const fieldsOfRow = Object.entries(row.properties).map(([field, schema]) => [field, document.at(schema)] as const);
  const wrong = fieldsOfRow.map(([field, { type = 'string' }]) => ({ [field]: WRONG[type] ?? {} }));
  const beyond = fieldsOfRow.flatMap(([field, schema]) => outside(schema).map((value) => ({ [field]: value })));
  return [wrong, beyond].map((records, at) =>
    simple(operation, whoMay(operation), {
      body: { [name]: records },
      bodyNote: at === 0 ? 'each field of a wrong type' : 'each field out of its domain',
      whole: true,
    }),
  );
};

const filter = (field: string, condition: string, value: string, at = 0): string => {
  const path = `searchCriteria[filter_groups][${at}][filters][0]`;
  return `${path}[field]=${field}&${path}[condition_type]=${condition}&${path}[value]=${encodeURIComponent(value)}`;
};

const CRITERIA = [
  '',
  'searchCriteria=',
  'searchCriteria[pageSize]=0',
  'searchCriteria[pageSize]=-1',
  'searchCriteria[pageSize]=abc',
  'searchCriteria[pageSize]=100000',
  'searchCriteria[pageSize]=1&searchCriteria[currentPage]=2',
  'search_criteria[page_size]=1',
  'searchCriteria[currentPage]=0',
  'searchCriteria[pagesize]=1',
  'searchCriteria[pageSize]=2&fields=total_count',
  'searchCriteria[pageSize]=2&fields=items[nope]',
  'searchCriteria[pageSize]=2&fields=items[',
  filter('nope', 'eq', '1'),
  filter('id', 'nope', '1'),
  filter('id', 'eq', 'abc'),
  filter('id', 'in', '1,2'),
  filter('id', 'gt', '1'),
  filter('id', 'notnull', ''),
  'searchCriteria[filter_groups][0][filters][0][value]=1',
  'searchCriteria[filter_groups][0][filters][0][field]=id&searchCriteria[filter_groups][0][filters][0][value][]=1',
  'searchCriteria[sortOrders][0][field]=nope',
  'searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=ASC',
  'searchCriteria[sortOrders][0][field]=id&searchCriteria[sortOrders][0][direction]=sideways',
  'searchCriteria=&nope=1',
];

const asked = (operation: Operation, query: string): Ask =>
  simple(operation, operation.isOpen ? 'none' : whoMay(operation), {
    path: `${pathOf(operation)}?${query}`,
  });

/** Fields with random values. */
const BY_CHANCE: ReadonlySet<string> = new Set(['uuid', 'request_id']);

/** A valid search value; for random fields, one that matches nothing. */
const valueOf = (name: string, { type, format, enum: words }: Schema): string =>
  BY_CHANCE.has(name)
    ? 'z%'
    : words
      ? String(words[0])
      : format === 'date'
        ? '2026-01-01'
        : type === 'integer' || type === 'number'
          ? '1'
          : 'a%';

const searches = (operation: Operation, document: Document): readonly Ask[] => {
  if (!operation.isSearch || operation.verb !== 'GET') return [];
  const names = Object.entries(operation.found).map(([name, field]) => [name, document.at(field)] as const);
  return [
    ...CRITERIA.map((query) => asked(operation, query)),
    ...names.flatMap(([name, field]) =>
      [field.type === 'string' ? 'like' : 'eq'].map((condition) =>
        asked(operation, `${filter(name, condition, valueOf(name, field))}&fields=total_count`),
      ),
    ),
  ];
};

/** Query parameters of the route itself. */
const queries = (operation: Operation): readonly Ask[] => {
  if (operation.verb !== 'GET') return [];
  const own = operation.query.flatMap(({ name, schema }) => {
    const values = [
      '',
      WRONG[schema.type ?? 'string'] === 'abc' ? 'abc' : 'x'.repeat(300),
      valueOf(name, schema),
      '-1',
    ];
    return values.map((value) => asked(operation, `${name}=${encodeURIComponent(value)}`));
  });
  const common = operation.isSearch ? [] : ['fields=id', 'fields=', 'fields=a[', 'nope=1'];
  return [...common.map((query) => asked(operation, query)), ...own];
};

/** Deletions with missing or wrong parameters. */
const confirmations = (operation: Operation): readonly Ask[] => {
  if (operation.verb !== 'DELETE' || !operation.query.some(({ name }) => name === 'confirm')) return [];
  const words = [
    '',
    'confirm=1',
    'searchCriteria=&confirm=1',
    `${filter('id', 'gt', '0')}`,
    `${filter('id', 'gt', '0')}&confirm=abc`,
  ];
  return [
    ...words,
    `${filter('id', 'gt', '0')}&confirm=777`,
    `${filter('nope', 'gt', '0')}&confirm=1`,
    'confirm=777',
  ].map((query) => asked(operation, query));
};

const modes = (operation: Operation): readonly Ask[] =>
  operation.query.some(({ name }) => name === 'mode')
    ? ['mode=nope', 'mode=', 'nope=1'].map((query) => asked(operation, query))
    : [];

const keys = (operation: Operation): readonly Ask[] => {
  if (!operation.takesKey || operation.verb === 'DELETE') return [];
  const all = ['with a blank', '', 'x'.repeat(256), 'k\u00e4'];
  return all
    .slice(0, operation.verb === 'POST' ? all.length : 1)
    .map((key) => simple(operation, whoMay(operation), { headers: { 'idempotency-key': key } }));
};

/** Requests to one operation that are refused or change nothing. */
export const refusals = (operation: Operation, document: Document): readonly Ask[] => [
  ...callers(operation),
  ...stores(operation),
  ...paths(operation, document),
  ...queries(operation),
  ...searches(operation, document),
  ...confirmations(operation),
  ...modes(operation),
  ...keys(operation),
  ...shapes(operation, document),
  ...fields(operation, document),
  ...rows(operation, document),
];

const VERBS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Requests to each path with verbs that it does not have, and with other variations. */
export const doors = (operations: readonly Operation[]): readonly Ask[] => {
  const templates = [...new Set(operations.map(({ template }) => template))];
  return templates.flatMap((template) => {
    const ofPath = operations.filter((operation) => operation.template === template);
    const [first] = ofPath;
    if (!first) return [];
    const path = pathOf(first);
    const served = new Set(ofPath.map(({ verb }) => verb));
    const ask = (verb: string, more: Partial<Ask> = {}): Ask => ({ as: 'root', verb, path, ...more });
    const origin = { origin: 'https://shop.example', 'access-control-request-method': first.verb };
    return [
      ...VERBS.filter((verb) => !served.has(verb)).map((verb) => ask(verb)),
      ...['PATCH', 'HEAD', 'OPTIONS'].map((verb) => ask(verb)),
      ask('OPTIONS', { as: 'none', headers: origin }),
      ...ofPath.map((operation) => simple(operation, whoMay(operation), { headers: { accept: 'application/xml' } })),
      ask(first.verb, { as: 'none', path: `${path}/nope` }),
      ...(served.has('GET')
        ? [ask('GET', { path: `${path}/` }), ask('GET', { path: path.replace('/V1/', '/v1/') })]
        : []),
    ];
  });
};
