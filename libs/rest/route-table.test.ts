import fc from 'fast-check';
import { type Route, RouteTable, type Verb } from './route-table.js';

const route = (verb: Verb, path: string): Route => ({
  verb,
  path,
  handler: () => undefined,
  json: true,
  head: false,
  deadline: 'read',
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
    // Nothing ends at `customer`: it is an id after all, and no good one.
    ['GET', '/rest/V1/docs/customer', '/rest/V1/docs/:id', { id: 'customer' }],
    // A link has an id: `file` is one, for another verb.
    ['GET', '/rest/V1/docs/links/file', 'no such verb', {}],
    ['GET', '/rest/V1/products/sku/A%2FB%20%25', '/rest/V1/products/sku/:sku', { sku: 'A/B %' }],
    ['GET', '/rest/V1/products/sku/A%252FB', '/rest/V1/products/sku/:sku', { sku: 'A%2FB' }],
  ] as const)('%s %s is %s', (verb, path, expected, params) => {
    expect(found(table, verb, path)).toEqual([expected, params]);
  });

  it.each(['/', '/rest/V1', '/rest/v1/docs/5', '/rest/V1/Docs/5', '/rest/V1/docs/5/6', '/rest/V1//docs/5', '', '*'])(
    '%j is unknown',
    (path) => expect(table.find('GET', path)).toBeUndefined(),
  );

  it('finds the same whatever was registered first', () => {
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

it('a route registered twice is a mistake', () => {
  expect(() => tableOf([...PATHS, ['GET', '/rest/V1/docs/:documentId']])).toThrow('registered twice');
});

it('takes plain paths alone', () => {
  expect(RouteTable.takes('/rest/V1/docs/:id')).toBe(true);
  expect(RouteTable.takes('/swagger/')).toBe(true);
  for (const path of ['/', '/*path', '/a{/:b}', '/a/:b-:c', 'a', '/a/(b)']) expect(RouteTable.takes(path)).toBe(false);
});
