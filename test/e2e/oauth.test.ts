import { describeOnDatabases } from '../support/databases.js';
import { denied, INTEGRATIONS } from '../support/access-http.js';
import { OAuthHttp, refusal, SIGNING_RIGHTS } from '../support/oauth-http.js';
import { type Credentials, headerOf, signedParameters } from '../support/oauth-signer.js';
import { send } from '../support/send.js';

const SEARCH = '/rest/V1/commerce/products/search';

describeOnDatabases('OAuth 1.0a of integrations', (database) => {
  let http: OAuthHttp;
  let id: number;
  let credentials: Credentials;

  beforeAll(async () => {
    http = await OAuthHttp.start({ database });
    ({ id, credentials } = await http.integration(SIGNING_RIGHTS));
  });
  afterAll(() => http.close());

  const product = (sku: string) => ({ product: { sku, name: 'A drill', price: 5 } });
  const role = '/rest/V1/access/roles/1';

  describe('the credentials', () => {
    it('are four texts of 32 characters, of which only the consumer key is shown again', async () => {
      const began = Date.now();
      const made = await http.make(id);
      const ended = Date.now();
      expect(made.status).toBe(200);
      expect(Object.keys(made.body)).toEqual([
        'consumer_key',
        'consumer_secret',
        'access_token',
        'access_token_secret',
      ]);
      for (const value of Object.values(made.body)) expect(value).toMatch(/^[0-9a-z]{32}$/);
      expect(made.headers.get('cache-control')).toBe('no-store');
      const before = credentials;
      credentials = made.body;
      const shown = await http.access.call(http.access.root, 'GET', `${INTEGRATIONS}/${id}`);
      expect(shown.body).toMatchObject({
        consumer_key: credentials.consumer_key,
        endpoint: null,
        identity_link_url: null,
      });
      const createdAt = Date.parse(shown.body.oauth_created_at);
      expect(createdAt).toBeGreaterThanOrEqual(began - (began % 1000));
      expect(createdAt).toBeLessThanOrEqual(ended);
      for (const secret of [credentials.consumer_secret, credentials.access_token_secret, credentials.access_token])
        expect(shown.text).not.toContain(secret);
      expect(await http.call(before, 'GET', role)).toMatchObject({ status: 401 });
      expect(await http.call(credentials, 'GET', role)).toMatchObject({ status: 200 });
    });

    it('do not affect the bearer token, which rotate returns as a string', async () => {
      const { body: token } = await http.access.rotate(id);
      expect(typeof token).toBe('string');
      expect(await http.call(credentials, 'GET', role)).toMatchObject({ status: 200 });
      const { credentials: others } = await http.integration(SIGNING_RIGHTS);
      expect(await http.call(others, 'GET', role)).toMatchObject({ status: 200 });
      await http.make(id).then(({ body }) => (credentials = body));
      expect(await http.access.works(token)).toBe(true);
    });

    it('are revoked immediately by DELETE', async () => {
      const ended = await http.integration(SIGNING_RIGHTS);
      expect(await http.end(ended.id)).toMatchObject({ status: 200, body: true });
      expect((await http.call(ended.credentials, 'GET', role)).json).toEqual(refusal('Access token has been revoked'));
      const shown = await http.access.call(http.access.root, 'GET', `${INTEGRATIONS}/${ended.id}`);
      expect(shown.body).toMatchObject({ consumer_key: null, oauth_created_at: null });
      expect(await http.end(ended.id)).toMatchObject({ status: 200 });
      expect(await http.end(999_999)).toMatchObject({ status: 404 });
      expect(await http.make(999_999)).toMatchObject({ status: 404 });
    });

    it('are invalid while the integration is inactive and after it is deleted', async () => {
      const one = await http.integration(SIGNING_RIGHTS);
      const path = `${INTEGRATIONS}/${one.id}`;
      await http.app.good('PUT', path, { integration: { is_active: 0 } });
      const refused = await http.call(one.credentials, 'GET', role);
      expect([refused.status, refused.json]).toEqual([401, denied('_Access::manage')]);
      await http.app.good('PUT', path, { integration: { is_active: 1 } });
      expect(await http.call(one.credentials, 'GET', role)).toMatchObject({ status: 200 });
      await http.app.good('DELETE', path);
      expect((await http.call(one.credentials, 'GET', role)).json).toEqual(
        refusal('A consumer having the specified key does not exist'),
      );
    });

    it('can only be managed by callers with every right of the integration', async () => {
      const weak = await http.access.token(await http.access.admin(['_Access::save', '_Access::manage']));
      for (const [verb, end] of [
        ['POST', 'oauth'],
        ['DELETE', 'oauth'],
        ['POST', 'activate'],
      ] as const)
        expect(await http.access.call(weak, verb, `${INTEGRATIONS}/${id}/${end}`)).toMatchObject({
          status: 403,
          body: denied('_Commerce::manage'),
        });
      expect(await http.call(credentials, 'GET', role)).toMatchObject({ status: 200 });
    });

    it('are revoked if the integration gets a right that their creator lacked', async () => {
      const weak = await http.access.token(await http.access.admin(['_Access::save', '_Access::manage']));
      const target = await http.access.integration(['_Access::manage']);
      const made = await http.credentials(target, weak);
      const change = { integration: { resources: ['_Access::manage', '_Commerce::manage'] } };
      const changed = await http.app.good('PUT', `${INTEGRATIONS}/${target}`, change);
      expect(changed).toMatchObject({ consumer_key: null, oauth_created_at: null });
      expect((await http.call(made, 'GET', role)).json).toEqual(refusal('Access token has been revoked'));
      const strong = await http.credentials(target);
      const more = { integration: { resources: ['_Access::manage', '_Commerce::manage', '_Commerce::save'] } };
      expect(await http.app.good('PUT', `${INTEGRATIONS}/${target}`, more)).toMatchObject({
        consumer_key: strong.consumer_key,
      });
      expect(await http.call(strong, 'GET', role)).toMatchObject({ status: 200 });
    });
  });

  describe('a signed request', () => {
    it('can read, search, write and delete', async () => {
      const made = await http.call(credentials, 'POST', '/rest/V1/commerce/products', { body: product('A/b c+ü') });
      expect(made.status).toBe(200);
      const found = await http.call(
        credentials,
        'GET',
        `${SEARCH}?searchCriteria[filter_groups][0][filters][0][field]=sku` +
          `&searchCriteria[filter_groups][0][filters][0][value]=${encodeURIComponent('A/b c+ü')}`,
      );
      expect(found.json).toMatchObject({ total_count: 1, items: [{ id: made.json.id }] });
      const path = `/rest/default/V1/commerce/products/${made.json.id}`;
      const changed = await http.call(credentials, 'PUT', path, { body: { product: { name: 'Another' } } });
      expect(changed.json).toMatchObject({ name: 'Another' });
      expect(await http.call(credentials, 'DELETE', path)).toMatchObject({ status: 200 });
    });

    it('is valid with the parameter order of the platform, in which [2] precedes [10]', async () => {
      const filters = Array.from(
        { length: 12 },
        (_, index) =>
          `searchCriteria[filter_groups][${index}][filters][0][field]=sku` +
          `&searchCriteria[filter_groups][${index}][filters][0][value]=x`,
      ).join('&');
      const path = `${SEARCH}?${filters}`;
      const byNumber = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
      for (const order of [
        undefined,
        ([one]: readonly [string, string], [other]: readonly [string, string]) => (one < other ? -1 : 1),
        ([one]: readonly [string, string], [other]: readonly [string, string]) => byNumber(one, other),
      ])
        expect(await http.call(credentials, 'GET', path, order ? { order } : {})).toMatchObject({ status: 200 });
      const shuffled = () => -1;
      expect(await http.call(credentials, 'GET', path, { order: shuffled })).toMatchObject({ status: 401 });
    });
  });

  describe('a signed request to a storefront route', () => {
    const path = '/rest/V1/pricing/context/get-final-price';
    const body = { sku: 'X', qty: 1 };

    it('returns 403, because integrations cannot use it', async () => {
      expect(await http.call(credentials, 'POST', path, { body })).toMatchObject({ status: 403 });
    });

    it('returns 401 for an invalid signature', async () => {
      const wrong = { ...credentials, consumer_secret: 'x'.repeat(32) };
      expect(await http.call(wrong, 'POST', path, { body })).toMatchObject({ status: 401 });
    });
  });

  describe('a path that was signed with decoded slashes', () => {
    const BY_SKU = '/rest/V1/commerce/products/sku';
    const make = (sku: string) => http.app.good('PUT', `${BY_SKU}/${encodeURIComponent(sku)}`, product(sku));

    it('is accepted for the route that it matches when encoded', async () => {
      await make('s/l a+sh');
      const sent = `${BY_SKU}/s%2Fl%20a%2Bsh`;
      const path = `${BY_SKU}/s/l%20a+sh`;
      expect((await http.call(credentials, 'GET', sent, { path })).json).toMatchObject({ sku: 's/l a+sh' });
      expect(await http.call(credentials, 'GET', sent, { path: sent })).toMatchObject({ status: 200 });
      // Sent with decoded slashes, the path matches no route.
      expect(await http.call(credentials, 'GET', path)).toMatchObject({ status: 404 });
    });

    it.each([
      ['/index.php', ''],
      ['', '/rest'],
    ])('is accepted with prefix "%s" and without "%s", as clients of the platform send it', async (before, without) => {
      await make('a/b c');
      const spelt = (path: string) => before + path.slice(without.length);
      const sent = spelt(`${BY_SKU}/a%2Fb%20c`);
      const path = spelt(`${BY_SKU}/a/b%20c`);
      expect((await http.call(credentials, 'GET', sent, { path })).json).toMatchObject({ sku: 'a/b c' });
      expect((await http.call(credentials, 'GET', sent, { path: sent })).json).toMatchObject({ sku: 'a/b c' });
    });

    it('returns 404 if an encoded slash would change the route', async () => {
      await make('sku/x');
      await make('x');
      // Signed for the SKU "x", but sent for a SKU that contains a slash.
      const signed = '/rest/V1/commerce/products/sku/x';
      const noRoute = [404, refusal('Request does not match any route.')];
      for (const [path, sent] of [
        [signed, '/rest/V1/commerce/products/sku%2Fx'],
        [signed, '/rest/V1/commerce%2Fproducts/sku/x'],
        [`${signed}/`, `${signed}%2F`],
      ] as const) {
        const { status, json } = await http.call(credentials, 'GET', path, { sent: { path: sent } });
        expect([sent, status, json]).toEqual([sent, ...noRoute]);
      }
      expect((await http.call(credentials, 'GET', signed)).json).toMatchObject({ sku: 'x' });
    });

    it.each(['..', '%2e%2e', '.', '%2E'])('returns 400 for the segment %s', async (dots) => {
      const answer = await http.call(credentials, 'GET', `${BY_SKU}/${dots}`);
      expect([answer.status, answer.json]).toEqual([400, refusal('Specified request cannot be processed.')]);
    });
  });

  describe('a query parameter', () => {
    const search = (value: string) =>
      `${SEARCH}?searchCriteria[filter_groups][0][filters][0][field]=sku` +
      `&searchCriteria[filter_groups][0][filters][0][value]=${value}`;
    const queryOf = (value: string) =>
      [
        ['searchCriteria[filter_groups][0][filters][0][field]', 'sku'],
        ['searchCriteria[filter_groups][0][filters][0][value]', value],
      ] as const;

    it('with a plus is read as it was signed, as a plus or a space', async () => {
      for (const sku of ['p+q', 'p q'])
        await http.app.good('PUT', `/rest/V1/commerce/products/sku/${encodeURIComponent(sku)}`, product(sku));
      for (const sku of ['p+q', 'p q']) {
        const found = await http.call(credentials, 'GET', search('p+q'), { query: queryOf(sku) });
        expect(found.json.items).toMatchObject([{ sku }]);
      }
      // A value that was signed as a plus cannot be sent as a space.
      const sent = { path: search('p%20q') };
      expect(await http.call(credentials, 'GET', search('p%2Bq'), { sent })).toMatchObject({ status: 401 });
    });

    it('searchCriteria without a value can be missing in the signature', async () => {
      const path = `${SEARCH}?searchCriteria`;
      for (const query of [[], [['searchCriteria', '']]] as const)
        expect(await http.call(credentials, 'GET', path, { query })).toMatchObject({ status: 200 });
    });

    it('with two values is read in the signed order', async () => {
      const path = `${SEARCH}?searchCriteria[pageSize]=2&searchCriteria[pageSize]=1`;
      const swapped = `${SEARCH}?searchCriteria[pageSize]=1&searchCriteria[pageSize]=2`;
      const one = await http.call(credentials, 'GET', path);
      const other = await http.call(credentials, 'GET', path, { sent: { path: swapped } });
      expect([other.status, other.text]).toEqual([one.status, one.text]);
    });
  });

  it('rejects a signature after any change of method, host, path, value or parameters', async () => {
    const path = `${SEARCH}?searchCriteria[pageSize]=2&searchCriteria[currentPage]=1`;
    const parameters = signedParameters({ method: 'GET', url: http.app.url + path, credentials });
    const tried = async (over: { method?: string; path?: string; host?: string }, header = parameters) => {
      const { method = 'GET', path: to = path, host } = over;
      const headers = { authorization: headerOf(header), ...(host === undefined ? {} : { host }) };
      const answer = await send(http.app.url, { method, path: to, headers });
      return answer.status === 200 ? 200 : answer.json;
    };
    const invalid = refusal('The signature is invalid. Verify and try again.');
    expect(await tried({ host: 'other.example' })).toEqual(invalid);
    expect(await tried({ path: path.replace('products', 'categories') })).toEqual(invalid);
    expect(await tried({ path: path.replace('/rest/', '/rest/default/') })).toEqual(invalid);
    expect(await tried({ path: path.replace('=2', '=3') })).toEqual(invalid);
    expect(await tried({ path: `${path}&fields=items[id]` })).toEqual(invalid);
    expect(await tried({ path: path.replace('&searchCriteria[currentPage]=1', '') })).toEqual(invalid);
    expect(await tried({}, { ...parameters, oauth_nonce: 'other' })).toEqual(invalid);
    expect(await tried({}, { ...parameters, oauth_more: 'x' })).toEqual(invalid);
    expect(await tried({})).toBe(200);
    const one = signedParameters({ method: 'GET', url: http.app.url + role, credentials });
    for (const method of ['PUT', 'DELETE']) expect(await tried({ method, path: role }, one)).toEqual(invalid);
    expect(await tried({ path: role }, one)).toBe(200);
  });
});
