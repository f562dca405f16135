/*
 * Unmodified npm clients of the shop platform's web API. Each performs the same steps in its own way. Run as `node
 * oauth-clients.cjs <client>`, with the address and credentials as JSON on standard input. Prints the result of each
 * step as a line of JSON.
 */
const { createHmac } = require('node:crypto');
const { text } = require('node:stream/consumers');

const SKU = 'A/b c+ü';
const PATH = `commerce/products/sku/${encodeURIComponent(SKU)}`;
const SEARCH = 'commerce/products/search';
const STORE = 'default';
const FILTERS = Array.from({ length: 12 }, () => ({ field: 'sku', value: SKU, condition_type: 'eq' }));
const product = (name) => ({ product: { sku: SKU, name, price: 5 } });

/** For clients that do not encode URLs. */
const query = FILTERS.map((filter, place) =>
  Object.entries(filter)
    .map(([name, value]) => `searchCriteria[filter_groups][${place}][filters][0][${name}]=${encodeURIComponent(value)}`)
    .join('&'),
).join('&');
const groups = FILTERS.map((filter) => ({ filters: [filter] }));
const encodedGroups = FILTERS.map((filter) => ({ filters: [{ ...filter, value: encodeURIComponent(SKU) }] }));

/** Steps for a client with one method per HTTP verb that takes a path below `/V1`. */
const byPath = (verbs, { slash = '/' } = {}) => ({
  write: () => verbs.post(`${slash}commerce/products`, product('A drill')),
  read: () => verbs.get(slash + PATH),
  search: () => verbs.get(`${slash}${SEARCH}?${query}`),
  change: () => verbs.put(slash + PATH, product('Another')),
});

const magentoApiRest = (sha) => (url, c) => {
  const { default: Client } = require('magento-api-rest');
  const open = (type) =>
    new Client({
      url,
      type,
      sha,
      consumerKey: c.consumer_key,
      consumerSecret: c.consumer_secret,
      accessToken: c.access_token,
      tokenSecret: c.access_token_secret,
    });
  const [client, inStore] = [open('V1'), open(`${STORE}/V1`)];
  const data = (answer) => answer.then((response) => response.data);
  return {
    write: () => data(client.post('commerce/products', product('A drill'))),
    read: () => data(client.get(PATH)),
    // This client puts values into the URL without encoding them.
    search: () => data(client.get(SEARCH, { filter_groups: encodedGroups })),
    everything: () => data(client.get(SEARCH)),
    change: () => data(client.put(PATH, product('Another'))),
    store: () => data(inStore.get(PATH)),
    remove: () => data(client.delete(PATH)),
  };
};

/** Prepares later calls: the client's URL type takes the part before the route. */
const magentoApiRestLater = (url, c) => {
  const { default: Client } = require('magento-api-rest');
  const open = (type) =>
    new Client({
      url,
      type,
      sha: 256,
      consumerKey: c.consumer_key,
      consumerSecret: c.consumer_secret,
      accessToken: c.access_token,
      tokenSecret: c.access_token_secret,
    });
  const [now, later, many] = [open('V1'), open('async/V1'), open('async/bulk/V1')];
  const data = (answer) => answer.then((response) => response.data);
  const skus = ['later-1', 'later-2', 'later-3'];
  const settled = async ({ bulk_uuid: uuid }) => {
    for (;;) {
      const open = await data(now.get(`bulk/${uuid}/operation-status/4`));
      if (open === 0) return data(now.get(`bulk/${uuid}/detailed-status`));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  let accepted;
  const named = (sku, name) => ({ product: { sku, name, price: 5 } });
  return {
    write: async () => {
      accepted = await data(many.post('commerce/products', [...skus.map((sku) => named(sku, 'A drill')), { none: 1 }]));
      return accepted;
    },
    settled: () => settled(accepted),
    change: async () =>
      settled(
        await data(
          many.put(
            'commerce/products/sku/bySku',
            skus.map((sku) => ({ sku, ...named(sku, 'Another') })),
          ),
        ),
      ),
    read: () => data(now.get(`commerce/products/sku/${skus[1]}`)),
    one: async () => settled(await data(later.post('commerce/products', named('later-4', 'Alone')))),
    // This client sends no body with DELETE.
    remove: async () => settled(await data(later.delete('commerce/products/sku/later-4'))),
  };
};

const magento2ApiWrapper = (url, c) => {
  const Client = require('magento2-api-wrapper');
  const client = new Client({
    api: {
      url,
      consumerKey: c.consumer_key,
      consumerSecret: c.consumer_secret,
      accessToken: c.access_token,
      tokenSecret: c.access_token_secret,
    },
  });
  return {
    ...byPath(client, { slash: '' }),
    search: () => client.get(SEARCH, { params: { searchCriteria: { filter_groups: groups } } }),
    store: () => client.get(PATH, { storeCode: STORE }),
    remove: () => client.delete(PATH),
  };
};

const restClient = (module) => (url, c) => {
  const { RestClient } = require(module);
  const open = (version) => {
    const options = {
      url: `${url}/rest`,
      version,
      consumerKey: c.consumer_key,
      consumerSecret: c.consumer_secret,
      accessToken: c.access_token,
      accessTokenSecret: c.access_token_secret,
    };
    const made = new RestClient(options);
    return made;
  };
  const [client, inStore] = [open('V1'), open(`${STORE}/V1`)];
  return { ...byPath(client), store: () => inStore.get(`/${PATH}`), remove: () => client.delete(`/${PATH}`) };
};

const adobe = (url, c) => {
  const { AdobeCommerceHttpClient, buildSearchCriteria } = require('@adobe/aio-commerce-lib-api');
  const auth = {
    consumerKey: c.consumer_key,
    consumerSecret: c.consumer_secret,
    accessToken: c.access_token,
    accessTokenSecret: c.access_token_secret,
  };
  const open = (storeViewCode) =>
    new AdobeCommerceHttpClient({ auth, config: { baseUrl: url, flavor: 'paas', version: 'V1', storeViewCode } });
  const [client, inStore] = [open('all'), open(STORE)];
  const filterGroups = FILTERS.map(({ field, value }) => [{ field, value }]);
  return {
    write: () => client.post('commerce/products', { json: product('A drill') }).json(),
    read: () => client.get(PATH).json(),
    search: () => client.get(SEARCH, { searchParams: buildSearchCriteria({ filterGroups }) }).json(),
    change: () => client.put(PATH, { json: product('Another') }).json(),
    store: () => inStore.get(PATH).json(),
    remove: () => client.delete(PATH).json(),
  };
};

const oauth10a = (url, c) => {
  const OAuth = require('oauth-1.0a');
  const oauth = OAuth({
    consumer: { key: c.consumer_key, secret: c.consumer_secret },
    signature_method: 'HMAC-SHA256',
    hash_function: (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  });
  const call = async (method, path, body) => {
    const address = `${url}/rest/${path}`;
    const signed = oauth.authorize({ url: address, method }, { key: c.access_token, secret: c.access_token_secret });
    const headers = { ...oauth.toHeader(signed), 'content-type': 'application/json' };
    const answer = await fetch(address, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const verb = (method) => (path, body) => call(method, `V1/${path}`, body);
  const verbs = { get: verb('GET'), post: verb('POST'), put: verb('PUT') };
  return {
    ...byPath(verbs, { slash: '' }),
    store: () => call('GET', `${STORE}/V1/${PATH}`),
    remove: () => call('DELETE', `V1/${PATH}`),
  };
};

const CLIENTS = {
  'magento-api-rest (SHA-1)': magentoApiRest(1),
  'magento-api-rest (SHA-256)': magentoApiRest(256),
  'magento-api-rest (async)': magentoApiRestLater,
  'magento2-api-wrapper': magento2ApiWrapper,
  'magento2-rest-client': restClient('magento2-rest-client/lib/rest_client'),
  'magento2-js': restClient('magento2-js/lib/rest_client'),
  '@adobe/aio-commerce-lib-api': adobe,
  'oauth-1.0a': oauth10a,
};

const errorText = (error) =>
  String(error?.response?.data ? JSON.stringify(error.response.data) : (error?.stack ?? error));

const main = async () => {
  const { url, credentials } = JSON.parse(await text(process.stdin));
  const steps = CLIENTS[process.argv[2]](url, credentials);
  for (const [step, run] of Object.entries(steps)) {
    let came;
    try {
      came = { answer: await run() };
    } catch (error) {
      came = { error: errorText(error) };
    }
    process.stdout.write(`@${JSON.stringify({ step, ...came })}\n`);
  }
};

void main();
