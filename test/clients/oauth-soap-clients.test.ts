/** Clients of SOAP that sign by OAuth 1.0a, as people use them: the WSDL and each call are signed requests. */
import { databases } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { OAuthHttp } from '../support/oauth-http.js';
import type { Credentials } from '../support/oauth-signer.js';
import type { SoapMembers } from '../support/soap.js';
import { mustBeInstalled, SOAP_CLIENTS, type SoapClient } from '../support/soap-clients.js';

const [PRODUCTS, CATEGORIES] = ['commerceProductRepositoryV1', 'commerceCategoryRepositoryV1'];
const SKU = 'A/b c+ü&<>';

/** No client knows of a database, so each is tried with one of them. */
const tried = SOAP_CLIENTS.filter(({ signs }) => signs).map((known, index) => {
  const kinds = databases();
  return { ...known, database: kinds[index % kinds.length] ?? 'sqlite' };
});

it('there are two of them', () => expect(tried).toHaveLength(2));

describe.each(tried)('$name, signing, on $database', ({ database, ...known }) => {
  let http: OAuthHttp;
  let client: SoapClient;
  let credentials: Credentials;

  beforeAll(async () => {
    mustBeInstalled(known);
    const port = await freePort();
    const settings = { PORT: String(port), PUBLIC_BASE_URL: `http://127.0.0.1:${port}` };
    http = await OAuthHttp.start({ database, settings });
    client = known.start();
    ({ credentials } = await http.integration(['_Commerce::manage', '_Commerce::save', '_Commerce::delete']));
  });
  afterAll(async () => {
    client.close();
    await http.close();
  });

  const called = (operation: string, members: SoapMembers, keys = credentials, services = PRODUCTS) =>
    client.call({
      wsdl: `${http.app.url}/soap/default?wsdl&services=${services}`,
      operation,
      members,
      credentials: keys,
    });

  it('writes, reads, and deletes, each call with a nonce of its own', async () => {
    const made = await called(`${PRODUCTS}Save`, { product: { sku: SKU, name: 'Bohrer', price: '5' } });
    expect(made).toMatchObject({ decoded: expect.anything(), response: expect.stringContaining('Bohrer') });
    const found = await http.app.good('GET', `/rest/V1/commerce/products/sku/${encodeURIComponent(SKU)}`);
    const read = await called(`${PRODUCTS}GetById`, { id: String(found.id) });
    expect(read.response).toContain('A/b c+ü&amp;&lt;&gt;');
    expect(JSON.stringify(read.decoded)).toContain(JSON.stringify(SKU).slice(1, -1));
    expect((await called(`${PRODUCTS}DeleteById`, { id: String(found.id) })).fault).toBeUndefined();
    const missing = await called(`${PRODUCTS}GetById`, { id: String(found.id) });
    expect(missing.fault).toMatch(/^No such entity/);
  });

  it('calls services whose names stand behind a comma, which is signed as a code or as itself', async () => {
    const services = `${PRODUCTS},${CATEGORIES}`;
    const members = { product: { sku: 'comma', name: 'Werkzeug', price: '5' } };
    const made = await called(`${PRODUCTS}Save`, members, credentials, services);
    expect(made).toMatchObject({ response: expect.stringContaining('Werkzeug') });
    expect(made.fault).toBeUndefined();
  });

  it('is refused what the integration may not do', async () => {
    const { credentials: weak } = await http.integration(['_Commerce::manage']);
    const refused = await called(`${PRODUCTS}Save`, { product: { sku: 'no', name: 'no' } }, weak);
    // Its WSDL doesn't tell of the operation.
    expect(refused.local ?? '').not.toBe('');
    expect(refused.response ?? '').toBe('');
  });

  it('is refused once its credentials are ended', async () => {
    const { id, credentials: own } = await http.integration(['_Commerce::manage']);
    const product = await http.app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'ended', name: 'x' } });
    const read = () => called(`${PRODUCTS}GetById`, { id: String(product.id) }, own);
    expect((await read()).response).toContain('ended');
    await http.end(id);
    expect(await read()).toMatchObject({ fault: 'Access token has been revoked' });
  });
});
