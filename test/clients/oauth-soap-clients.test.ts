/** SOAP clients that sign with OAuth 1.0a, used as in practice: requests for the WSDL and for each call are signed. */
import { databases } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { OAuthHttp } from '../support/oauth-http.js';
import type { Credentials } from '../support/oauth-signer.js';
import type { SoapMembers } from '../support/soap.js';
import { mustBeInstalled, SOAP_CLIENTS, type SoapClient } from '../support/soap-clients.js';

const [PRODUCTS, CATEGORIES] = ['commerceProductRepositoryV1', 'commerceCategoryRepositoryV1'];
const SKU = 'A/b c+ü&<>';

/** Clients do not depend on the database, so each is tested with one of them. */
const tried = SOAP_CLIENTS.filter(({ signs }) => signs).map((known, index) => {
  const kinds = databases();
  return { ...known, database: kinds[index % kinds.length] ?? 'sqlite' };
});

it('two SOAP clients sign with OAuth 1.0a', () => expect(tried).toHaveLength(2));

describe.each(tried)('$name with OAuth 1.0a on $database', ({ database, ...known }) => {
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

  it('writes, reads and deletes, with a new nonce for each call', async () => {
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

  it('calls services that are listed with a comma, which can be signed encoded or as is', async () => {
    const services = `${PRODUCTS},${CATEGORIES}`;
    const members = { product: { sku: 'comma', name: 'Werkzeug', price: '5' } };
    const made = await called(`${PRODUCTS}Save`, members, credentials, services);
    expect(made).toMatchObject({ response: expect.stringContaining('Werkzeug') });
    expect(made.fault).toBeUndefined();
  });

  it('cannot call what the integration has no right to', async () => {
    const { credentials: weak } = await http.integration(['_Commerce::manage']);
    const refused = await called(`${PRODUCTS}Save`, { product: { sku: 'no', name: 'no' } }, weak);
    // Its WSDL does not contain the operation.
    expect(refused.local ?? '').not.toBe('');
    expect(refused.response ?? '').toBe('');
  });

  it('is rejected after its credentials are revoked', async () => {
    const { id, credentials: own } = await http.integration(['_Commerce::manage']);
    const product = await http.app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'ended', name: 'x' } });
    const read = () => called(`${PRODUCTS}GetById`, { id: String(product.id) }, own);
    expect((await read()).response).toContain('ended');
    await http.end(id);
    expect(await read()).toMatchObject({ fault: 'Access token has been revoked' });
  });
});
