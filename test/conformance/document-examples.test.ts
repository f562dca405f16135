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

/** Types of bodies whose examples name a file. */
const OF_FILES = new Set(['multipart/form-data', 'application/x-www-form-urlencoded']);

/** Needs an entry that an export has written (e2e/dpp-registry). */
const NOT_SENT = new Set(['/V1/dpp/manage/registry/answers']);

/** Records are created before they are changed; calls that end something come last. */
const LAST = [
  '/admin/token',
  '/customer/token',
  '/transfer',
  '/notice',
  '/archive',
  '/grants/end',
  '/desk/session',
  '/me/password',
];

const PASSPORTS = '/V1/dpp/manage/passports';

interface Probe {
  readonly path: string;
  readonly value: unknown;
  readonly isGood: boolean;
  readonly body: unknown;
}

/** Queries, which change nothing. */
const QUESTIONS = /\/get-(final|multi)-price$|\/simulate$/;

/** Fields for which another rule than the bound decides, by route and field. */
const EXCEPT: readonly RegExp[] = [
  // The customer determines the group, the last administrator must stay active, and an ID must exist.
  /get-(?:final|multi)-price \.customer_group_id$|simulate \.(?:customer_group_id|changes)/,
  /access\/admins.* \.is_active$/,
  /passports\/\{id\} \.(?:predecessor_id|model_passport|batch_passport)$|visibility \?customer_id$/,
  // Another record has to become the default instead.
  /(?:websites|stores)\/by\/code\/\S* \.is_default$/,
  // A document with a file, and an entry with an address.
  /passports\/\{id\} \.documents\[\]\.(?:document_id|point)$/,
  // Names of files and keys of other records.
  /customerdocuments\S* \.(?:file_data|products|links)/,
  // The key in the path takes precedence.
  /by\/(\w+)\/\{value\} \.\1$/,
  /number\/\{customerNumber\} \.customer_number$|sku\/\{sku\} \.sku$/,
  // An entry names its record by an id or a key; a file's name is bounded by its bytes.
  /(?:website_prices|customers|products|links)\[\]\.|file_data\.name$/,
  // Bulk rows have the fields of single records; labels exist only for published passports.
  /\w+bulk \[\]|labels\.pdf \?/,
];

/** Texts of passports and templates have formats of their own. */
const HAS_FORMATS = /^\/V1\/dpp\/manage\/(?:passports|templates)\//;

/** Longer than the limit of a request line. */
const LINE_MAX = 10_000;

const isRecord = (operation: Json): boolean =>
  String(operation['description']).includes('contains the data under the key `');

const INT_MAX = 2_147_483_647;

/** Values at the bounds of a schema and beyond them. */
function* probesOf(schema: Json): Generator<{ readonly value: unknown; readonly isGood: boolean }> {
  const { minimum, maximum, maxLength, minLength, maxItems, enum: words, format, pattern, type, description } = schema;
  const isFree = format === undefined && pattern === undefined && words === undefined;
  if (minimum !== undefined) {
    // A referenced record may be missing.
    if (!/References|IDs of/.test(String(description)) && type !== 'array') yield { value: minimum, isGood: true };
    yield { value: type === 'number' && minimum > 0 ? 0 : minimum - 1, isGood: false };
  }
  if (maximum !== undefined) {
    if (maximum !== INT_MAX && maximum !== Number.MAX_SAFE_INTEGER) yield { value: maximum, isGood: true };
    yield { value: Math.floor(maximum) + 1, isGood: false };
  }
  // For larger values the body limit of the route decides.
  if (maxLength <= 100_000) {
    if (isFree && !String(description).includes('Can be sent instead of'))
      yield { value: 'x'.repeat(maxLength), isGood: true };
    yield { value: 'x'.repeat(maxLength + 1), isGood: false };
  }
  if (minLength > 1) {
    yield { value: 'x'.repeat(minLength), isGood: true };
    yield { value: 'x'.repeat(minLength - 1), isGood: false };
  }
  if (words !== undefined) {
    for (const word of words as readonly unknown[]) yield { value: word, isGood: true };
    yield { value: 'no such word', isGood: false };
  }
  if (maxItems !== undefined) yield { value: Array.from({ length: maxItems + 1 }, () => null), isGood: false };
}

/** A query with a field at a bound, without the fields that it replaces. */
const asked = ({ items, ...question }: Json, { path, body }: Probe): Json => {
  const of = path.split(/[.[]/)[1] ?? '';
  const others = of === 'skus' || of === 'sku' ? {} : of === 'qty' && items ? { skus: ['A1'] } : items ? { items } : {};
  return { ...question, ...others, ...(body as Json) };
};

/** These create the records of other examples, so their records are deleted afterwards. */
const FIRST = /\/pricing\/\w+bulk$/;

const rank = ({ verb, path }: Described): number =>
  (FIRST.test(path) && verb === 'POST' ? -1 : 0) +
  (path === PASSPORTS && verb === 'POST' ? -1 : 0) +
  LAST.findIndex((end) => path.endsWith(end)) +
  1 +
  (verb === 'POST' ? 0 : 0.5) +
  (path.includes('{') ? 0.25 : 0);

describeOnDatabases('the OpenAPI document', (database) => {
  let app: TestApp;
  let root: string;
  let customer: string;
  let ada: string;
  let grant: string;
  let document: Json;
  /** The first record that POST on a path created. */
  const made = new Map<string, Json>();

  const call = (verb: string, path: string, body?: unknown, type = 'application/json', token = root): Promise<Reply> =>
    send(app.url, {
      method: verb,
      path: path.startsWith('/V1') ? `/rest${path}` : path,
      token,
      headers: { 'content-type': type, 'x-kontor-desk': '1' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const good = async (verb: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await call(verb, path, body);
    if (reply.status >= 300) throw new Error(`${verb} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  };

  beforeAll(async () => {
    // After all past and before all future dates of the examples.
    fakeOnly(['Date'], { now: new Date('2027-06-15T12:00:00Z') });
    app = await startApp({ database, settings: { PUBLIC_BASE_URL: 'https://passports.example' } });
    root = await app.integrationToken('Kontor::all');
    document = (await send(app.url, { path: '/rest/schema', token: root })).json;
    // The examples create the records under these names again.
    await good('PUT', '/V1/commerce/websites/1', { website: { code: 'first', base_currency: 'GBP' } });
    await good('PUT', '/V1/commerce/stores/1', { store: { code: 'first' } });
    for (const id of [1, 42])
      await good('POST', '/V1/commerce/customers', {
        customer: { id, email: `c${id}@example.com`, password: 'a password of a customer', group_id: 1, website_id: 1 },
      });
    for (const id of [1, 2, 3])
      await good('POST', '/V1/commerce/categories', { category: { id, name: `Category ${id}` } });
    await good('POST', '/V1/commerce/products', { product: { id: 1, sku: 'A1', name: 'A1', price: 5 } });
    await good('POST', '/V1/commerce/salesEntities', { salesEntity: { entity_type: 'order', entity_id: 1 } });
    for (const name of ['One', 'Two', 'Three'])
      await good('POST', '/V1/customerdocuments/category', { documentCategory: { name } });
    await good('POST', '/V1/customerdocuments', { document: { name: 'With a file' } });
    await good('POST', '/V1/pricing/pricelist', { priceList: { name: 'First' } });
    customer = (
      await call('POST', '/V1/integration/customer/token', {
        username: 'c42@example.com',
        password: 'a password of a customer',
      })
    ).json as string;
  });
  afterAll(async () => {
    await app.close();
    jest.useRealTimers();
  });

  /** Creates what later examples refer to. */
  const AFTER: Readonly<Record<string, () => Promise<void>>> = {
    // The passport of the examples, published and revised; and enough passports that ID 17 exists.
    'POST /V1/dpp/manage/passports': async () => {
      const of = '/V1/dpp/manage/passports';
      const id = String(idOf(of));
      const filter = 'searchCriteria[filterGroups][0][filters][0]';
      const { items } = await good(
        'GET',
        `/V1/dpp/manage/templates/search?${filter}[field]=code&${filter}[value]=battery`,
      );
      const { example } = (items as readonly Json[]).find(({ version }) => version === '2.1.0') ?? {};
      await good('PUT', `${of}/${id}`, {
        passport: { dpp_payload: example.dpp_payload, documents: example.documents, parties: example.parties },
      });
      const read = { audience: 'legitimate_interest', scope: 'measure', for: { passport_ids: [Number(id)] } };
      const to = { name: 'Werkstatt', email: 'a@werkstatt.example' };
      for (const act of ['activate', 'publish', 'revisions']) await good('POST', `${of}/${id}/${act}`);
      grant = (await good('POST', '/V1/dpp/manage/grants', { ...read, to, purpose: 'Repair', until: '2027-12-31' }))[
        'token'
      ];
      for (let at = 1; at < 17; at += 1)
        await good('POST', of, { passport: { sku: `MORE-${at}`, template_code: 'generic' } });
    },
    'POST /V1/pricing/customerprice': async () => {
      for (let at = 1; at < 17; at += 1)
        await good('POST', '/V1/pricing/customerprice', {
          customerPrice: { customer_id: 1, product_id: 1, qty: 100 + at, value: 1 },
        });
    },
  };

  const described = (): readonly Described[] =>
    Object.entries(document['paths'] as Json)
      .flatMap(([path, verbs]) =>
        Object.entries(verbs as Json).map(([verb, operation]) => ({
          verb: verb.toUpperCase(),
          path,
          operation: operation as Json,
        })),
      )
      .map((one, at) => [one, at] as const)
      .sort(([one, at], [other, then]) => rank(one) - rank(other) || at - then)
      .map(([one]) => one);

  const NAMED: Json = {
    websiteId: 1,
    groupId: 1,
    customerId: 42,
    customerNumber: 'C-10042',
    sku: 'WS-1000',
    documentId: 1,
    code: 'battery',
  };

  const idOf = (base: string): unknown => {
    const record = made.get(base);
    return record?.['id'] ?? record?.['passport_id'];
  };

  /** The payload of an example is incomplete, so it needs `replace=1`. */
  const queryOf = (path: string): string => (path === `${PASSPORTS}/{id}` ? '?replace=1' : '');

  const placed = (path: string): string => {
    const [, base = '', field = ''] = /^(.*)\/by\/(\w+)\/\{value\}$/.exec(path) ?? [];
    const named: Json = { ...NAMED, value: made.get(base)?.[field] };
    return path.replace(/\{(\w+)\}/g, (_, name: string) =>
      path.startsWith('/dpp/v1')
        ? made.get(PASSPORTS)?.['uuid']
        : encodeURIComponent(
            String(name === 'id' ? idOf(path.slice(0, path.indexOf('/{id}'))) : (named[name] ?? name)),
          ),
    );
  };

  const tokenOf = (path: string): string =>
    path.startsWith('/dpp/v1')
      ? grant
      : path.includes('/access/me/')
        ? ada
        : /(?<!access)\/(me|context)\//.test(path)
          ? customer
          : root;

  it('has example bodies that the server accepts', async () => {
    const refused: string[] = [];
    for (const { verb, path, operation } of described()) {
      for (const [type, { example }] of Object.entries((operation['requestBody']?.content ?? {}) as Json)) {
        if (OF_FILES.has(type) || NOT_SENT.has(path)) continue;
        const reply = await call(verb, placed(path) + queryOf(path), example, type, tokenOf(path));
        const failed = reply.status < 300 && reply.text.startsWith('{') ? (reply.json.failed ?? 0) : 0;
        if (reply.status >= 300 || failed > 0)
          refused.push(`${verb} ${placed(path)} ${type}: ${reply.status} ${reply.text}`);
        else if (verb === 'POST' && reply.text.startsWith('{') && !made.has(path)) made.set(path, reply.json);
        if (reply.status < 300) await AFTER[`${verb} ${path}`]?.();
        if (path.endsWith('/admin/token')) ada = reply.json as string;
        if (FIRST.test(path) && verb === 'POST')
          for (const { id } of reply.json as readonly Json[])
            await good('DELETE', `${path.replace(/bulk$/, '')}/${id}`);
      }
    }
    expect(refused).toEqual([]);
  });

  const resolved = (schema: Json): Json => {
    const target = schema['$ref'] as string | undefined;
    const found =
      target === undefined ? schema : (document['components'].schemas[target.split('/').at(-1) ?? ''] as Json);
    const some = (found['anyOf'] ?? found['oneOf']) as readonly Json[] | undefined;
    const [one] = some?.filter(({ type }) => type !== 'null') ?? [];
    return one ? { description: found['description'], ...resolved(one) } : found;
  };

  /** Values at and beyond each bound, whether they are valid, and the bodies that contain them. */
  function* bounded(schema: Json, around: (value: unknown) => unknown, path = ''): Generator<Probe> {
    const own = resolved(schema);
    for (const { value, isGood } of probesOf(own)) yield { path, value, isGood, body: around(value) };
    if (own['type'] === 'array' && own['items'] && (own['items'] as Json)['type'] !== 'integer')
      yield* bounded(own['items'] as Json, (value) => around([value]), `${path}[]`);
    const example = { ...(path === '' ? {} : keyedIn(own)), ...exampleIn(own) };
    for (const [name, inner] of Object.entries((own['properties'] ?? {}) as Json))
      yield* bounded(inner as Json, (value) => around({ ...example, [name]: value }), `${path}.${name}`);
  }

  /** Ids that are not required because keys may replace them. */
  const keyedIn = (schema: Json): Json => {
    const properties = (schema['properties'] ?? {}) as Json;
    const names = Object.values(properties).flatMap(
      ({ description }: Json) => /Can be sent instead of (\w+)/.exec(String(description))?.[1] ?? [],
    );
    return Object.fromEntries(names.map((name) => [name, properties[name]?.['examples']?.[0]]));
  };

  /** The required fields of an object. */
  const exampleIn = (schema: Json): Json => {
    const { required = [], properties = {} } = schema as { required?: readonly string[]; properties?: Json };
    return Object.fromEntries(
      required.map((name) => [
        name,
        resolved(properties[name] as Json)['examples']?.[0] ?? (properties[name] as Json)['examples']?.[0],
      ]),
    );
  };

  it('states correct bounds of fields: accepts values at a bound, rejects values beyond it', async () => {
    const wrong: string[] = [];
    for (const { verb, path, operation } of described()) {
      const schema = operation['requestBody']?.content['application/json']?.schema as Json | undefined;
      // Routes by key address the same record.
      if (!schema || path.includes('/by/') || !(verb === 'PUT' ? isRecord(operation) : QUESTIONS.test(path))) continue;
      const [wrapper] = verb === 'PUT' ? Object.keys(resolved(schema)['properties'] as Json) : [];
      const inside = wrapper === undefined ? schema : (resolved(schema)['properties'][wrapper] as Json);
      const query = path.includes('multi') ? '?strict=1' : queryOf(path);
      const { example } = operation['requestBody'].content['application/json'] as Json;
      for (const probe of bounded(inside, (value) => value)) {
        if (EXCEPT.some((except) => except.test(`${path} ${probe.path}`))) continue;
        if (probe.isGood && HAS_FORMATS.test(path) && typeof probe.value === 'string') continue;
        const send = (record: unknown) =>
          call(
            verb,
            placed(path) + query,
            wrapper === undefined ? record : { [wrapper]: record },
            'application/json',
            tokenOf(path),
          );
        const { min_version: _, ...question } = example as Json;
        const reply = await send(wrapper === undefined ? asked(question, probe) : probe.body);
        if ((reply.status !== 400) !== probe.isGood)
          wrong.push(
            `${verb} ${path} ${probe.path} ${JSON.stringify(probe.value).slice(0, 60)}: ${reply.status} ${reply.text.slice(0, 250)}`,
          );
        // Restore the record of the example for the next probe.
        if (wrapper !== undefined && reply.status === 200) await send((example as Json)[wrapper]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('states correct bounds of parameters', async () => {
    const wrong: string[] = [];
    for (const { verb, path, operation } of described()) {
      if (verb !== 'GET') continue;
      const own = ((operation['parameters'] ?? []) as readonly Json[]).filter((one) => one['in'] === 'query');
      const needed = own.filter(({ required }) => required === true);
      const search = JSON.stringify(operation['parameters'] ?? []).includes('FilterField') ? 'searchCriteria=' : '';
      for (const { name, schema } of own)
        for (const { value, isGood } of probesOf(resolved(schema as Json))) {
          if (isGood && HAS_FORMATS.test(path) && typeof value === 'string') continue;
          if (String(value).length > LINE_MAX || EXCEPT.some((except) => except.test(`${path} ?${name as string}`)))
            continue;
          const others = needed
            .filter((one) => one['name'] !== name)
            .map((one) => `${one['name']}=${encodeURIComponent(String(one['example']))}`);
          const query = [...others, search, `${name as string}=${encodeURIComponent(String(value))}`]
            .filter((part) => part !== '')
            .join('&');
          const reply = await call('GET', `${placed(path)}?${query}`, undefined, 'application/json', tokenOf(path));
          if ((reply.status !== 400) !== isGood)
            wrong.push(`${path}?${query.slice(0, 200)}: ${reply.status} ${reply.text.slice(0, 250)}`);
        }
    }
    expect(wrong).toEqual([]);
  });

  it('states parameter bounds that all verbs enforce with an error that names the parameter', async () => {
    const tried: string[] = [];
    const wrong: string[] = [];
    for (const { verb, path, operation } of described()) {
      if (verb === 'GET') continue;
      const [[type, { example }] = ['application/json', {}]] = Object.entries(
        (operation['requestBody']?.content ?? {}) as Json,
      ) as [string, Json][];
      for (const { in: place, name, schema } of (operation['parameters'] ?? []) as readonly Json[])
        for (const { value, isGood } of place === 'query' ? probesOf(resolved(schema as Json)) : []) {
          if (isGood || String(value).length > LINE_MAX) continue;
          const query = `${name as string}=${encodeURIComponent(String(value))}`;
          tried.push(`${verb} ${path}?${query}`);
          const reply = await call(verb, `${placed(path)}?${query}`, example, type, tokenOf(path));
          if (reply.status !== 400 || !reply.text.includes(name as string))
            wrong.push(`${verb} ${path}?${query.slice(0, 200)}: ${reply.status} ${reply.text.slice(0, 250)}`);
        }
    }
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThan(20);
  });
});
