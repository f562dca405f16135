import fc from 'fast-check';
import { type Route, RouteTable, type Verb } from './route-table.js';

const route = (verb: Verb, path: string): Route => ({
  verb,
  path,
  handler: () => undefined,
  json: true,
  head: false,
  deadline: 'read',
  form: (answer) => answer,
  tagged: false,
  served: { operation: 'sampleV1.get', interfaceName: 'rest' },
});

const PATHS: readonly (readonly [Verb, string])[] = [
  ['GET', '/rest/V1/docs/:id'],
  ['PUT', '/rest/V1/docs/:id'],
  ['DELETE', '/rest/V1/docs/:id'],
  ['GET', '/rest/V1/docs/search'],
  ['GET', '/rest/V1/docs/links'],
  ['DELETE', '/rest/V1/docs/links/:id'],
  ['GET', '/rest/V1/docs/:documentId/file'],
  ['GET', '/rest/V1/docs/customer/:id'],
  ['GET', '/rest/V1/docs/customer/search'],
  ['POST', '/rest/V1/docs'],
  ['GET', '/rest/V1/products/sku/:sku'],
  ['GET', '/rest/V1/products/:id'],
];

const tableOf = (paths: readonly (readonly [Verb, string])[]): RouteTable => {
  const table = new RouteTable();
  for (const [verb, path] of paths) table.add(route(verb, path));
  return table;
};

const found = (table: RouteTable, verb: Verb, path: string) => {
  const match = table.find(verb, path);
  return match && [match.route?.path ?? 'no such verb', match.params];
};

describe('a path (wire.md §1)', () => {
  const table = tableOf(PATHS);

  it.each([
    ['GET', '/rest/V1/docs/5', '/rest/V1/docs/:id', { id: '5' }],
    ['GET', '/rest/V1/docs/abc', '/rest/V1/docs/:id', { id: 'abc' }],
    ['GET', '/rest/V1/docs/search', '/rest/V1/docs/search', {}],
    ['GET', '/rest/V1/docs/search/', '/rest/V1/docs/search', {}],
    ['GET', '/rest/V1/docs/5///', '/rest/V1/docs/:id', { id: '5' }],
    ['GET', '/rest/V1/docs/links', '/rest/V1/docs/links', {}],
    ['PUT', '/rest/V1/docs/links', 'no such verb', {}],
    ['DELETE', '/rest/V1/docs/search', 'no such verb', {}],
    ['GET', '/rest/V1/docs', 'no such verb', {}],
    ['GET', '/rest/V1/docs/5/file', '/rest/V1/docs/:documentId/file', { documentId: '5' }],
    ['GET', '/rest/V1/docs/customer/5', '/rest/V1/docs/customer/:id', { id: '5' }],
    ['GET', '/rest/V1/docs/customer/search', '/rest/V1/docs/customer/search', {}],
    // No route ends at `customer`, so it is read as an id, which is invalid.
    ['GET', '/rest/V1/docs/customer', '/rest/V1/docs/:id', { id: 'customer' }],
    // `file` is the id of a link, for another verb.
    ['GET', '/rest/V1/docs/links/file', 'no such verb', {}],
    ['GET', '/rest/V1/products/sku/A%2FB%20%25', '/rest/V1/products/sku/:sku', { sku: 'A/B %' }],
    ['GET', '/rest/V1/products/sku/A%252FB', '/rest/V1/products/sku/:sku', { sku: 'A%2FB' }],
  ] as const)('%s %s matches %s', (verb, path, expected, params) => {
    expect(found(table, verb, path)).toEqual([expected, params]);
  });

  it.each(['/', '/rest/V1', '/rest/v1/docs/5', '/rest/V1/Docs/5', '/rest/V1/docs/5/6', '/rest/V1//docs/5', '', '*'])(
    '%j matches no route',
    (path) => expect(table.find('GET', path)).toBeUndefined(),
  );

  it('matches the same route in any order of registration', () => {
    const asked = PATHS.flatMap(([, path]) => [path, path.replace(/:\w+/g, '7')]);
    fc.assert(
      fc.property(fc.shuffledSubarray([...PATHS], { minLength: PATHS.length }), (order) => {
        const other = tableOf(order);
        for (const verb of ['GET', 'PUT', 'DELETE', 'POST'] as const) {
          for (const path of asked) expect(found(other, verb, path)).toEqual(found(table, verb, path));
        }
      }),
    );
  });
});

it('RouteTable rejects a route that is registered twice', () => {
  expect(() => tableOf([...PATHS, ['GET', '/rest/V1/docs/:documentId']])).toThrow('registered twice');
});

it('RouteTable accepts only plain paths', () => {
  expect(RouteTable.takes('/rest/V1/docs/:id')).toBe(true);
  expect(RouteTable.takes('/swagger/')).toBe(true);
  for (const path of ['/', '/*path', '/a{/:b}', '/a/:b-:c', 'a', '/a/(b)']) expect(RouteTable.takes(path)).toBe(false);
});

describe('a path with decoded slashes', () => {
  const table = new RouteTable();
  const add = (verb: 'GET' | 'DELETE', path: string): void =>
    table.add({
      verb,
      path,
      handler: () => undefined,
      json: true,
      head: false,
      deadline: 'read',
      form: (answer) => answer,
      tagged: false,
      served: { operation: 'sampleV1.get', interfaceName: 'rest' },
    });
  add('GET', '/products/:id');
  add('GET', '/products/sku/:sku');
  add('DELETE', '/products/:sku');
  add('DELETE', '/products/:sku/links/:id');

  it.each([
    ['GET', '/products/a', '/products/:id', { id: 'a' }],
    ['GET', '/products/a/b', '/products/:id', { id: 'a/b' }],
    ['GET', '/products/sku/a/b%20c', '/products/sku/:sku', { sku: 'a/b c' }],
    ['DELETE', '/products/a/links/b', '/products/:sku/links/:id', { sku: 'a', id: 'b' }],
    ['DELETE', '/products/a/b/links/c', '/products/:sku/links/:id', { sku: 'a/b', id: 'c' }],
    ['DELETE', '/products//a', '/products/:sku', { sku: '/a' }],
  ] as const)('has exactly one reading: %s %s', (verb, path, route, params) =>
    expect(table.reading(verb, path)).toMatchObject({ route: { path: route }, params }),
  );

  it.each([
    ['GET', '/products//'],
    ['GET', '/nothing/a'],
    ['PUT', '/products/a/b'],
    ['GET', `/products/${'a/'.repeat(50)}b`],
  ] as const)('has no reading: %s %s', (verb, path) => expect(table.reading(verb, path)?.route).toBeUndefined());
});
