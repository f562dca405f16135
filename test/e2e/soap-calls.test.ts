import { ServedOperations } from '../../libs/calls/index.js';
import { Unavailable } from '../../libs/kernel/index.js';
import { soapNameOf } from '../../libs/operations/index.js';
import { HeavyCalls } from '../../libs/web/index.js';
import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { authorizationOf, type Credentials } from '../support/oauth-signer.js';
import { send } from '../support/send.js';
import {
  askOfProducts,
  envelopeOf,
  post,
  PRICES,
  PRODUCTS,
  SOAP_11,
  SOAP_12,
  type SoapAsk,
  soapCall,
  soapReply,
  TOKENS,
} from '../support/soap.js';
import { nodeAt, parseXml } from '../support/xml-node.js';

describe('calls over SOAP', () => {
  let app: TestApp;
  let root: string;

  beforeAll(async () => {
    app = await startApp();
    root = await app.adminToken();
  });
  afterAll(() => app.close());

  const asked = (operation: string, inner = '', more: Partial<SoapAsk> = {}): SoapAsk =>
    askOfProducts({ base: app.url, token: root }, operation, inner, more);
  const saved = (inner: string, more: Partial<SoapAsk> = {}) =>
    soapCall(asked(`${PRODUCTS}Save`, `<product>${inner}</product>`, more));

  describe('of an unknown SOAP version', () => {
    const BYTES = 40 * 1024 * 1024;
    const cases: readonly (readonly [string, Partial<SoapAsk>, string | Buffer, number])[] = [
      ['no services', { services: 'x' }, '<a/>', 400],
      ['an unknown store', { store: 'nowhere' }, '<a/>', 400],
      ['invalid XML', {}, 'a=1', 500],
      ['no envelope', {}, '<a/>', 500],
      ['too many bytes', {}, Buffer.alloc(BYTES, ' '), 200],
    ];

    it.each(cases)('return a fault in the version of their media type: %s', async (_, more, document, status) => {
      const answered = async (type: string) => {
        const reply = await post(asked('x', '', { ...more, headers: { 'content-type': type } }), document);
        expect(reply.fault).toBeDefined();
        return [reply.status, reply.envelope, reply.headers['content-type']];
      };
      const [of11, of12] = ['text/xml; charset=utf-8', 'application/soap+xml; charset=utf-8'];
      expect(await answered('text/xml')).toEqual([status, SOAP_11, of11]);
      expect(await answered('Text/XML;charset=UTF-8')).toEqual([status, SOAP_11, of11]);
      expect(await answered('application/soap+xml; charset=utf-8; action="x"')).toEqual([status, SOAP_12, of12]);
      expect(await answered('text/xml-external-parsed-entity')).toEqual([status, SOAP_12, of12]);
    });

    it('return the fault codes of that version', async () => {
      const codes = async (type: string) => {
        const sent = (more: Partial<SoapAsk>, document: string) =>
          post(asked('x', '', { ...more, headers: { 'content-type': type } }), document);
        return [(await sent({ services: 'x' }, '')).fault?.code, (await sent({}, 'a=1')).fault?.code];
      };
      expect(await codes('text/xml')).toEqual(['Client', 'Server']);
      expect(await codes('application/soap+xml')).toEqual(['Sender', 'Receiver']);
    });
  });

  it('take the customer from the token, not from the request', async () => {
    const [one, other] = [await app.customer(), await app.customer()];
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'MINE', name: 'M', price: 20 } });
    for (const [{ id }, value] of [[one, 7] as const, [other, 9] as const])
      await app.good('POST', '/rest/V1/pricing/customerprice', {
        customerPrice: { customer_id: id, sku: 'MINE', value },
      });
    const priced = async (token: string) => {
      const inner = `<customerId>${other.id}</customerId><sku>MINE</sku><items><item><sku>MINE</sku></item></items>`;
      const ask = (name: string) => asked(PRICES + name, inner, { services: PRICES, token });
      const [final, multi] = [await soapCall(ask('GetMyFinalPrice')), await soapCall(ask('GetMyMultiPrice'))];
      return [nodeAt(final.result, 'finalPrice')?.text, nodeAt(multi.result, 'items', 'item', 'finalPrice')?.text];
    };
    expect(await priced(one.token)).toEqual(['7', '7']);
    expect(await priced(other.token)).toEqual(['9', '9']);
  });

  it('share the limit of heavy calls with REST', async () => {
    const lint = () =>
      soapCall(
        asked('pricingLintV1Search', '<searchCriteria><filterGroups/></searchCriteria>', { services: 'pricingLintV1' }),
      );
    const calls = app.get<HeavyCalls>(HeavyCalls);
    const ends = Array.from({ length: 8 }, (_, caller) => calls.begin(`integration ${1000 + caller}`));
    const refused = await lint();
    expect([refused.status, refused.headers['retry-after'], refused.fault?.code]).toEqual([200, '5', 'Sender']);
    expect(refused.fault?.message).toMatch(/^Too many heavy calls: .*\(HEAVY_CALLS\)/);
    for (const end of ends) end();
    expect((await lint()).fault).toBeUndefined();
    expect(calls.count).toBe(0);
  });

  it('return Retry-After while the service is unavailable', async () => {
    const served = app
      .get<ServedOperations>(ServedOperations)
      .all.find(({ operation }) => soapNameOf(operation) === `${PRODUCTS}GetById`);
    if (!served) throw new Error('no such operation');
    const busy = jest.spyOn(served, 'run').mockRejectedValueOnce(new Unavailable(7));
    const { status, headers, fault } = await soapCall(asked(`${PRODUCTS}GetById`, '<id>1</id>'));
    busy.mockRestore();
    expect([status, headers['retry-after'], fault?.code]).toEqual([200, '7', 'Receiver']);
  });

  it('have Cache-Control: no-store if the response is private or contains a token', async () => {
    const context = asked(`${PRICES}GetContextFinalPrice`, '<sku>none</sku>', { services: PRICES, token: undefined });
    const credentials = '<username>test-admin</username><password>a password of the tests</password>';
    const signIn = asked(`${TOKENS}CreateAdminAccessToken`, credentials, { services: TOKENS, token: undefined });
    const kept = async (ask: SoapAsk) => (await soapCall(ask)).headers['cache-control'];
    expect(await kept(asked(`${PRODUCTS}GetById`, '<id>1</id>'))).toBe('no-store');
    expect((await soapCall(signIn)).result?.text).not.toBe('');
    expect(await kept(signIn)).toBe('no-store');
    expect(await kept(context)).toBeUndefined();
    const wsdl = await send(app.url, { path: `/soap?wsdl&services=${PRODUCTS}`, token: root });
    expect(wsdl.headers['cache-control']).toBe('no-store');
  });

  it('ignore Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'soap' };
    expect((await saved('<sku>KEY</sku><name>One</name>', { headers })).fault).toBeUndefined();
    const again = await saved('<sku>KEY</sku><name>One</name>', { headers });
    expect(again.fault?.message).toContain('already exists');
    expect((await saved('<sku>KEY-2</sku><name>Two</name>', { headers })).fault).toBeUndefined();
  });

  it('have the same address even if it names a service several times', async () => {
    const { text } = await send(app.url, { path: `/soap?wsdl&services=${TOKENS},${PRODUCTS},${TOKENS}`, token: root });
    expect(parseXml(text).attributes['targetNamespace']).toBe(
      `${PUBLIC_BASE}/soap/default?services=${TOKENS}%2C${PRODUCTS}`,
    );
    const ask = asked(`${PRODUCTS}GetById`, '<id>999999</id>');
    const { fault } = await post({ ...ask, services: `${PRODUCTS},${PRODUCTS}` }, envelopeOf(ask));
    expect(fault?.message).toBe('No such entity with %fieldName = %fieldValue');
  });

  it('clear a value with null, as REST does', async () => {
    const made = await saved('<sku>NULL</sku><name>One</name><price>5</price><specialPrice>4</specialPrice>');
    const id = nodeAt(made.result, 'id')?.text ?? '';
    const special = async () =>
      (await app.good('GET', `/rest/V1/commerce/products/${id}`)) as { special_price: unknown; price: unknown };
    expect(await special()).toMatchObject({ special_price: 4 });
    await saved(`<id>${id}</id><name>Two</name>`);
    expect(await special()).toMatchObject({ special_price: 4 });
    const changed = await saved(`<id>${id}</id><specialPrice xsi:nil="true"/>`);
    expect(nodeAt(changed.result, 'specialPrice')).toBeUndefined();
    expect(await special()).toMatchObject({ special_price: null, price: 5 });
    const { fault } = await saved(`<id>${id}</id><name xsi:nil="true"/>`);
    expect(fault?.message).toBe('"%fieldName" is required. Enter and try again.');
  });

  it('return all elements of an empty search result', async () => {
    const filter = '<filters><item><field>sku</field><value>none</value></item></filters>';
    const find = (groups: string) =>
      soapCall(asked(`${PRODUCTS}GetList`, `<searchCriteria><filterGroups>${groups}</filterGroups></searchCriteria>`));
    const { text } = await find(`<item>${filter}</item>`);
    expect(text).toContain('<result><items/><searchCriteria><filterGroups><item>');
    expect(text).toContain('<totalCount>0</totalCount></result>');
    expect((await find('')).text).toContain('<searchCriteria><filterGroups/>');
  });

  it('accept a list of filter values with commas, and return it next to the text', async () => {
    await saved('<sku>M6,5</sku><name>Bolt</name><price>1</price>');
    const find = async (value: string): Promise<string> => {
      const filter = `<filters><item><field>sku</field>${value}<conditionType>in</conditionType></item></filters>`;
      const criteria = `<searchCriteria><filterGroups><item>${filter}</item></filterGroups></searchCriteria>`;
      return (await soapCall(asked(`${PRODUCTS}GetList`, criteria))).text;
    };
    const listed = await find('<value></value><values><item>M6,5</item><item>none</item></values>');
    expect(listed).toContain('<totalCount>1</totalCount>');
    expect(listed).toContain('<value>M6,5,none</value>');
    expect(listed).toContain('<values><item>M6,5</item><item>none</item></values>');
    expect(await find('<value>M6,5,none</value>')).toContain('<totalCount>0</totalCount>');
    expect(await find('<value>x</value><values><item>M6,5</item></values>')).toContain('Send only one of them');
  });

  describe('signed by OAuth 1.0a', () => {
    let credentials: Credentials;
    const PATH = `/soap/default?services=${PRODUCTS}`;

    beforeAll(async () => {
      const integration = { name: 'signs', resources: ['_Commerce::manage'] };
      const { id } = await app.good('POST', '/rest/V1/access/integrations', { integration });
      credentials = await app.good('POST', `/rest/V1/access/integrations/${id}/oauth`);
    });

    const signed = async (method: string, path: string, to = path) => {
      const authorization = authorizationOf({ method, url: app.url + path, credentials });
      const body = envelopeOf(asked(`${PRODUCTS}GetById`, '<id>999999</id>'));
      const headers = { authorization, 'content-type': 'application/soap+xml' };
      return soapReply(await send(app.url, { method, path: to, headers, ...(method === 'POST' ? { body } : {}) }));
    };

    it('reach only the operations that their rights allow', async () => {
      const wsdl = await signed('GET', `/soap/default?wsdl=1&services=${PRODUCTS}`);
      expect([wsdl.status, wsdl.text.includes(`name="${PRODUCTS}GetById"`)]).toEqual([200, true]);
      expect(wsdl.text).not.toContain(`name="${PRODUCTS}Save"`);
      const called = await signed('POST', PATH);
      expect(called.fault?.message).toBe('No such entity with %fieldName = %fieldValue');
    });

    it('are rejected if the signature is for another URL', async () => {
      const { status, fault } = await signed('POST', PATH, `${PATH},${PRICES}`);
      expect([status, fault?.code, fault?.message]).toEqual([
        200,
        'Sender',
        'The signature is invalid. Verify and try again.',
      ]);
    });
  });
});
