import type { Json } from '../conformance/crawl/crawler.js';
import { startApp, type TestApp, type Verb } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';

/** An id that no record has yet. */
const FUTURE = 1_999_999_999;
const ID = /(?:^|_)ids?$/;

/** IDs that refer to no record of Kontor, as patterns of `operation field`. */
const OF_OTHERS: readonly RegExp[] = [
  // The ID of the record itself, which commerce lets clients choose.
  / id$/,
  // The shop's own number of an order, which this call declares.
  /salesEntities\S* \S*entity_id$/,
  // A read-only field is ignored.
  / document_id$/,
];

interface Place {
  readonly field: string;
  readonly body: Json;
}

/** The body once for each ID in it, with that ID replaced by one that no record has yet. */
const places = (value: Json, rebuilt: (value: Json) => Json = (same) => same): readonly Place[] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) => places(item, (next) => rebuilt(value.with(index, next))));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, inner]) => {
    const put = (next: Json): Json => rebuilt({ ...value, [name]: next });
    const isList = Array.isArray(inner) && inner.every((one) => typeof one === 'number');
    if (ID.test(name) && (typeof inner === 'number' || isList))
      return [{ field: name, body: put(isList ? [FUTURE] : FUTURE) }];
    return places(inner, put);
  });
};

/** Members of examples that the server would reject for other reasons. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['min_version', 'image_url']);

/** Keys of records that exist. */
const KEYS: Readonly<Record<string, unknown>> = { code: 'new', sku: 'new', customer_number: 'new', entity_id: 4712 };
const OF_KEYS = /\/commerce\/(?:customers|products|salesEntities|stores|websites)(?:\/by\/.*)?$/;

const tidied = (value: Json, path: string): Json => {
  if (Array.isArray(value)) return value.map((item) => tidied(item, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>)
      .filter(([name]) => !IN_THE_WAY.has(name))
      .map(([name, inner]) => [name, (OF_KEYS.test(path) && KEYS[name]) || tidied(inner, path)]),
  );
};

describeOnDatabases('ids of records that do not exist yet', (database) => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startApp({ database });
    token = await app.adminToken();
    const make = (path: string, wrapper: string, record: object) =>
      app.good('POST', `/rest/V1/commerce/${path}`, { [wrapper]: record });
    // The records that the examples name by their keys.
    await make('customerGroups', 'customerGroup', { code: 'Wholesale' });
    await make('customers', 'customer', { customer_number: 'C-10042' });
    for (const sku of ['WS-1000', 'A1']) await make('products', 'product', { sku, name: 'x', price: 1 });
    await make('salesEntities', 'salesEntity', { entity_type: 'order', entity_id: 4711 });
  });
  afterAll(() => app.close());

  it('are rejected in every body, with the name of the field', async () => {
    const { body: document } = await app.call('GET', '/swagger-json');
    const tried: string[] = [];
    const taken: string[] = [];
    for (const [path, verbs] of Object.entries<Json>(document.paths)) {
      for (const [verb, operation] of Object.entries<Json>(verbs)) {
        const example = operation.requestBody?.content?.['application/json']?.example;
        if (!example || operation['x-acl-resource'] === undefined) continue;
        for (const { field, body } of places(tidied(example, path))) {
          const name = `${verb} ${path} ${field}`;
          if (OF_OTHERS.some((other) => other.test(name))) continue;
          const address = `/rest${path.replace('{value}', 'crawled').replace(/\{\w+\}/g, '1')}`;
          const { status, text } = await app.call(verb.toUpperCase() as Verb, address, body, token);
          const isRefused = status === 200 ? /"failed":[1-9]/.test(text) : status === 400 || status === 404;
          if (!isRefused || (status !== 404 && !text.includes(field) && !text.includes(String(FUTURE))))
            taken.push(`${name}: ${status} ${text.slice(0, 300)}`);
          else if (status !== 404) tried.push(name);
        }
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toEqual(
      expect.arrayContaining(['post /V1/dpp/manage/grants passport_ids', 'post /V1/customerdocuments customer_ids']),
    );
    expect(tried.length).toBeGreaterThan(60);
  });
});
