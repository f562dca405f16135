import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { fakeOnly } from '../support/fake-time.js';
import { type Reply, send } from '../support/send.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- the document and answers are read as any client reads them */
type Json = Readonly<Record<string, any>>;

interface Described {
  readonly verb: string;
  readonly path: string;
  readonly operation: Json;
}

/** Bodies of bytes and forms, whose examples name a file. */
const OF_FILES = new Set(['multipart/form-data', 'application/x-www-form-urlencoded']);

/** POST before the PUT of what it made; what ends something comes last. */
const LAST = ['/archive', '/transfer', '/notice', '/end', '/me/password', '/desk/session'];

const rank = ({ verb, path }: Described): number =>
  LAST.findIndex((end) => path.endsWith(end)) + 1 + (verb === 'POST' ? 0 : 0.5) + (path.includes('{') ? 0.25 : 0);

describeOnDatabases('the OpenAPI document', (database) => {
  let app: TestApp;
  let root: string;
  let customer: string;
  let document: Json;
  /** The last record that the POST of a path made. */
  const made = new Map<string, Json>();

  const call = (verb: string, path: string, body?: unknown, type = 'application/json', token = root): Promise<Reply> =>
    send(app.url, { method: verb, path: path.startsWith('/V1') ? `/rest${path}` : path, token, headers: { 'content-type': type, 'x-kontor-desk': '1' }, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) });
  const good = async (verb: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await call(verb, path, body);
    if (reply.status >= 300) throw new Error(`${verb} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  };

  beforeAll(async () => {
    // After every past and before every future day of the examples.
    fakeOnly(['Date'], { now: new Date('2027-06-15T12:00:00Z') });
    app = await startApp({ database });
    root = await app.integrationToken('Kontor::all');
    document = (await send(app.url, { path: '/rest/schema', token: root })).json;
    // The examples create the records under these names again.
    await good('PUT', '/V1/commerce/websites/1', { website: { code: 'first', base_currency: 'GBP' } });
    await good('PUT', '/V1/commerce/stores/1', { store: { code: 'first' } });
    for (const id of [1, 42]) await good('POST', '/V1/commerce/customers', { customer: { id, email: `c${id}@example.com`, password: 'a password of a customer', group_id: 1, website_id: 1 } });
    for (const id of [1, 2, 3]) await good('POST', '/V1/commerce/categories', { category: { id, name: `Category ${id}` } });
    await good('POST', '/V1/commerce/products', { product: { id: 1, sku: 'A1', name: 'A1', price: 5 } });
    await good('POST', '/V1/commerce/salesEntities', { salesEntity: { entity_type: 'order', entity_id: 1 } });
    for (const name of ['One', 'Two', 'Three']) await good('POST', '/V1/customerdocuments/category', { documentCategory: { name } });
    customer = (await call('POST', '/V1/integration/customer/token', { username: 'c42@example.com', password: 'a password of a customer' })).json as string;
  });
  afterAll(async () => {
    await app.close();
    jest.useRealTimers();
  });

  const described = (): readonly Described[] =>
    Object.entries(document['paths'] as Json)
      .flatMap(([path, verbs]) => Object.entries(verbs as Json).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation: operation as Json })))
      .map((one, at) => [one, at] as const)
      .sort(([one, at], [other, then]) => rank(one) - rank(other) || at - then)
      .map(([one]) => one);

  const NAMED: Json = { websiteId: 1, groupId: 1, customerId: 42, customerNumber: 'C-10042', sku: 'WS-1000', documentId: 1, code: 'battery' };

  const idOf = (base: string): unknown => {
    const record = made.get(base);
    return record?.['id'] ?? record?.['passport_id'];
  };

  const placed = (path: string): string =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(name === 'id' ? idOf(path.slice(0, path.indexOf('/{id}'))) : (NAMED[name] ?? name)));

  const tokenOf = (path: string): string => (/(?<!access)\/(me|context)\//.test(path) ? customer : root);

  it('shows bodies that are accepted', async () => {
    const refused: string[] = [];
    for (const { verb, path, operation } of described()) {
      for (const [type, { example }] of Object.entries((operation['requestBody']?.content ?? {}) as Json)) {
        if (OF_FILES.has(type)) continue;
        const reply = await call(verb, placed(path), example, type, tokenOf(path));
        const failed = reply.status < 300 && reply.text.startsWith('{') ? (reply.json.failed ?? 0) : 0;
        if (reply.status >= 300 || failed > 0) refused.push(`${verb} ${placed(path)} ${type}: ${reply.status} ${reply.text}`);
        else if (verb === 'POST' && reply.text.startsWith('{') && !made.has(path)) made.set(path, reply.json);
      }
    }
    expect(refused).toEqual([]);
  });
});
