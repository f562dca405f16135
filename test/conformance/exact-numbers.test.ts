import { type DeclaredRoute, DeclaredRoutes, servedPath, WireSettings } from '../../libs/web/index.js';
import type { Field } from '../../libs/records/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { send } from '../support/send.js';
import { VENDOR } from './overrides.js';

const NUMBER = '0.12345678901234567';
/** Members of bodies that routes parse themselves. */
const OWN_MEMBERS = ['answers', 'measurements', 'productIds'];
const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'text',
  'secret',
  'int',
  'decimal',
  'boolean',
  'day',
  'instant',
]);

const inObject = (name: string): readonly string[] => [`{"${name}":${NUMBER}}`, `{"${name}":[${NUMBER}]}`];

const inFields = (fields: readonly Field[]): readonly string[] =>
  fields.filter(({ kind }) => !SCALARS.has(kind.type)).flatMap(({ name }) => inObject(name));

const wrapped = (wrapper: string, fields: readonly Field[]): readonly string[] => [
  ...inObject(wrapper),
  ...inFields(fields).flatMap((one) => [`{"${wrapper}":${one}}`, `{"${wrapper}":[${one}]}`]),
];

/** Bodies with the number in each position of an object. */
const bodiesOf = ({ body }: DeclaredRoute): readonly string[] => {
  switch (body?.kind) {
    case undefined:
      return [];
    case 'record':
      return wrapped(body.resource.wrapper, body.resource.fields);
    case 'records':
      return wrapped(body.wrapper, body.resource.fields);
    case 'bulk':
      return wrapped('records', body.resource.fields);
    case 'wrapped':
      return wrapped(body.wrapper, body.fields);
    case 'plain':
      return inFields(body.fields);
    case 'stream':
      return body.record
        ? wrapped(body.record.wrapper, [...body.record.fields, ...(body.more ?? [])])
        : OWN_MEMBERS.flatMap(inObject);
  }
};

describe('a number that a double cannot represent', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ settings: { ACL_VENDOR: VENDOR } });
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  it('is rejected on every route that expects an object', async () => {
    const headers = { 'content-type': 'application/json' };
    const settings = app.get(WireSettings);
    const taken: string[] = [];
    for (const route of app.get(DeclaredRoutes).all) {
      const { verb: method } = route;
      // Asynchronous calls are read as over REST, and report errors inside a 202 response.
      if ((method !== 'POST' && method !== 'PUT') || route.path.includes('/async/')) continue;
      const base = servedPath(route.path, settings).replace(/:\w+/g, '1');
      // Otherwise errors of rows and lines are inside a 200 response.
      const path = `${base}${route.query.some(({ name }) => name === 'strict') ? '?strict=1' : route.body?.kind === 'bulk' ? '?mode=all_or_nothing' : ''}`;
      for (const body of [NUMBER, `[${NUMBER}]`, ...bodiesOf(route)]) {
        const { status, text } = await send(app.url, { method, path, token, headers, body });
        if (status < 400 || status >= 500 || text.includes('rawJSON'))
          taken.push(`${method} ${path} ${body}: ${status} ${text}`);
      }
    }
    expect(taken).toEqual([]);
  });
});
