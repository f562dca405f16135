import { ServedOperations } from '../../libs/calls/index.js';
import { soapNameOf } from '../../libs/operations/index.js';
import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { databases } from '../support/databases.js';
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

const UNAUTHORIZED = "The consumer isn't authorized to access %resources.";

describe.each(databases())('SOAP on %s', (database) => {
  let app: TestApp;
  let root: string;

  beforeAll(async () => {
    app = await startApp({ database, settings: { PRICING_SEGMENT: 'preise', ACL_VENDOR: 'Test' } });
    root = await app.adminToken();
  });
  afterAll(() => app.close());

  const asked = (operation: string, inner = '', more: Partial<SoapAsk> = {}): SoapAsk =>
    askOfProducts({ base: app.url, token: root }, operation, inner, more);
  const wsdl = (query: string, token?: string, path = '/soap') =>
    send(app.url, { path: `${path}?${query}`, ...(token === undefined ? {} : { token }) });
  const operationsIn = (text: string): readonly string[] =>
    parseXml(text)
      .children.filter(({ name }) => name === 'portType')
      .flatMap(({ children }) => children.map(({ attributes }) => attributes['name'] ?? ''));

  describe('addresses', () => {
    it('list every service for anonymous callers', async () => {
      const { status, json } = await wsdl('wsdl_list');
      const all = app.get<ServedOperations>(ServedOperations).all.map(({ operation }) => operation.service);
      expect(status).toBe(200);
      expect(Object.keys(json).sort()).toEqual([...new Set(all)].sort());
      expect(json[PRODUCTS]).toEqual({ wsdl_endpoint: `${PUBLIC_BASE}/soap/all?wsdl&services=${PRODUCTS}` });
    });

    it.each(['wsdl', 'wsdl=1', 'wsdl=no'])('return a WSDL for %s', async (flag) => {
      const { status, headers } = await wsdl(`${flag}&services=${TOKENS}`);
      expect([status, headers['content-type']]).toEqual([200, 'text/xml; charset=UTF-8']);
    });

    it.each([
      ['/soap', 'default'],
      ['/soap/default', 'default'],
      ['/soap/all', 'all'],
    ])('map %s to the store view %s', async (path, code) => {
      const { text } = await wsdl(`wsdl&services=${TOKENS},${PRICES}`, root, path);
      const url = `${PUBLIC_BASE}/soap/${code}?services=${TOKENS}%2C${PRICES}`;
      const definitions = parseXml(text);
      const addresses = definitions.children
        .filter(({ name }) => name === 'service')
        .map((service) => nodeAt(service, 'port', 'address')?.attributes['location']);
      expect(definitions.attributes).toMatchObject({ targetNamespace: url, 'xmlns:tns': url, name: 'KontorWSDL' });
      expect(nodeAt(definitions, 'types', 'schema')?.attributes).toEqual({ targetNamespace: url });
      expect(addresses).toEqual([url, url]);
    });

    it.each([
      ['wsdl', 'Incorrect format of request URI or Requested services are missing.'],
      ['wsdl&services=', 'Incorrect format of request URI or Requested services are missing.'],
      ['wsdl&services=products', 'Incorrect format of request URI or Requested services are missing.'],
      [`wsdl&services=${PRODUCTS},`, 'Incorrect format of request URI or Requested services are missing.'],
      [`wsdl&services=${PRODUCTS};x`, 'Incorrect format of request URI or Requested services are missing.'],
      [`wsdl&services=${PRODUCTS}&x=1&y=2`, 'Not allowed parameters: x, y. Please use only wsdl and services.'],
      [`wsdl&services=${PRODUCTS},noSuchV1`, 'Requested services are not known: noSuchV1.'],
    ])('reject %s', async (query, message) => {
      const reply = soapReply(await wsdl(query, root));
      expect(reply.status).toBe(400);
      expect(reply.headers['content-type']).toBe('text/xml; charset=UTF-8');
      expect(reply.fault).toEqual({ code: 'Sender', message, parameters: {}, errors: [] });
    });

    it('reject an unknown store code, also for calls', async () => {
      const message = 'Specified request cannot be processed.';
      const reply = soapReply(await wsdl(`wsdl&services=${TOKENS}`, undefined, '/soap/nowhere'));
      const called = await soapCall(asked(`${PRODUCTS}GetById`, '<id>1</id>', { store: 'nowhere' }));
      expect([reply.status, reply.fault?.message]).toEqual([400, message]);
      expect([called.status, called.fault?.message]).toEqual([400, message]);
    });

    it('must name services, also for calls', async () => {
      const reply = await soapCall(asked(`${PRODUCTS}GetById`, '', { services: 'x' }));
      expect([reply.status, reply.fault?.message]).toEqual([
        400,
        'Incorrect format of request URI or Requested services are missing.',
      ]);
    });
  });

  describe('rights', () => {
    it('show only public operations to anonymous callers', async () => {
      const { text } = await wsdl(`wsdl&services=${TOKENS},${PRODUCTS},${PRICES}`);
      expect(operationsIn(text)).toEqual([
        `${TOKENS}CreateAdminAccessToken`,
        `${PRICES}GetContextFinalPrice`,
        `${PRICES}GetContextMultiPrice`,
      ]);
      expect(text).not.toContain(PRODUCTS + 'PortType');
    });

    it('show customers their own operations', async () => {
      const { token } = await app.customer();
      const { text } = await wsdl(`wsdl&services=${PRICES}`, token);
      expect(operationsIn(text)).toEqual(
        ['GetMyFinalPrice', 'GetMyMultiPrice', 'GetContextFinalPrice', 'GetContextMultiPrice'].map(
          (one) => PRICES + one,
        ),
      );
    });

    it('show the operations that they allow', async () => {
      const token = await app.integrationToken('Test_Commerce::manage');
      const { text } = await wsdl(`wsdl&services=${PRODUCTS}`, token);
      expect(operationsIn(text)).toEqual(['GetList', 'GetById', 'GetBySku'].map((one) => PRODUCTS + one));
    });

    it('show public operations except the storefront to callers with an invalid token', async () => {
      const { text } = await wsdl(`wsdl&services=${TOKENS},${PRICES}`, 'broken');
      expect(operationsIn(text)).toEqual([`${TOKENS}CreateAdminAccessToken`]);
    });

    it('return 401 with the service names if no operation is visible', async () => {
      const reply = soapReply(await wsdl(`wsdl&services=${PRODUCTS},accessRoleRepositoryV1`));
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(reply.fault).toEqual({
        code: 'Sender',
        message: UNAUTHORIZED,
        parameters: { resources: `${PRODUCTS}, accessRoleRepositoryV1` },
        errors: [],
      });
    });

    it.each([
      ['no token', undefined],
      ['an invalid token', 'broken'],
    ])('reject calls with %s', async (_, token) => {
      const reply = await soapCall(asked(`${PRODUCTS}GetById`, '<id>1</id>', { token }));
      expect(reply.status).toBe(200);
      expect(reply.fault).toMatchObject({
        code: 'Sender',
        message: UNAUTHORIZED,
        parameters: { resources: 'Test_Commerce::manage' },
      });
    });

    it('are checked before the call is read', async () => {
      const token = await app.integrationToken();
      const { fault } = await soapCall(asked(`${PRODUCTS}Save`, '<product><x></product>', { token }));
      expect(fault).toMatchObject({ message: UNAUTHORIZED, parameters: { resources: 'Test_Commerce::save' } });
      expect(app.logs.all).toContainEqual(expect.objectContaining({ event: 'right_missing' }));
    });
  });

  describe('calls', () => {
    it.each([
      [SOAP_11, 'text/xml; charset=utf-8', 'Client'],
      [SOAP_12, 'application/soap+xml; charset=utf-8', 'Sender'],
    ])('in %s return a response of the same version, regardless of Content-Type', async (envelope, type, code) => {
      const ask = asked(`${PRODUCTS}GetList`, '<searchCriteria><filterGroups/></searchCriteria>', { envelope });
      const headers = { 'content-type': 'text/plain' };
      const good = await soapCall({ ...ask, headers });
      const bad = await soapCall({ ...ask, headers, inner: '' });
      expect([good.status, good.envelope, good.headers['content-type']]).toEqual([200, envelope, type]);
      expect([bad.status, bad.envelope, bad.headers['content-type']]).toEqual([200, envelope, type]);
      expect(bad.fault).toEqual({
        code,
        message: '"%fieldName" is required. Enter and try again.',
        parameters: { fieldName: 'searchCriteria' },
        errors: [],
      });
    });

    it.each([
      ['another namespace', (text: string) => text.replace(/xmlns:t="[^"]*"/, 'xmlns:t="urn:other"')],
      ['an unknown operation', (text: string) => text.replaceAll('GetByIdRequest', 'GetByNameRequest')],
      [
        'an operation of a service that the address does not name',
        (text: string) => text.replaceAll(PRODUCTS + 'Get', `${PRICES}Get`),
      ],
    ])('return ProcedureNotPresent for %s', async (_, change) => {
      const ask = asked(`${PRODUCTS}GetById`, '<id>1</id>');
      const reply = await post(ask, change(envelopeOf(ask)));
      expect([reply.status, reply.fault?.code, reply.fault?.message]).toEqual([500, 'Sender', 'Procedure not present']);
      expect(nodeAt(parseXml(reply.text), 'Body', 'Fault', 'Code', 'Subcode', 'Value')?.text).toBe(
        'rpc:ProcedureNotPresent',
      );
    });

    it('return VersionMismatch without an envelope', async () => {
      const reply = await post(asked('x'), '<a/>');
      expect([reply.status, reply.fault?.code]).toEqual([500, 'VersionMismatch']);
    });

    it('return a Receiver fault for invalid XML', async () => {
      const reply = await post(asked('x'), '<!DOCTYPE a []><a/>');
      expect([reply.status, reply.fault?.code, reply.fault?.message]).toEqual([500, 'Receiver', 'Invalid XML']);
    });

    it('preserve umlauts, special characters and decimals, and omit null', async () => {
      const product = '<product><sku>ü&amp;&lt;&gt;</sku><name>Grün\n</name><price>12345678.123456</price></product>';
      const { result, headers } = await soapCall(asked(`${PRODUCTS}Save`, product));
      const texts = Object.fromEntries((result?.children ?? []).map(({ name, text }) => [name, text]));
      expect(texts).toMatchObject({ sku: 'ü&<>', name: 'Grün\n', price: '12345678.123456', categoryIds: '' });
      expect(texts).not.toHaveProperty('specialPrice');
      expect(headers['x-pricing-version']).toMatch(/^\d+$/);
    });

    it('update the record whose ID is in the body', async () => {
      const save = (inner: string) => soapCall(asked(`${PRODUCTS}Save`, `<product>${inner}</product>`));
      const made = await save('<id xsi:nil="true"/><sku>BY-ID</sku><name>One</name>');
      const id = nodeAt(made.result, 'id')?.text ?? '';
      const changed = await save(`<id>${id}</id><name>Two</name>`);
      const missing = await save('<id>999999</id><name>Two</name>');
      expect([nodeAt(changed.result, 'id')?.text, nodeAt(changed.result, 'name')?.text]).toEqual([id, 'Two']);
      expect(nodeAt(changed.result, 'sku')?.text).toBe('BY-ID');
      expect(missing.fault).toEqual({
        code: 'Sender',
        message: 'No such entity with %fieldName = %fieldValue',
        parameters: { fieldName: 'id', fieldValue: '999999' },
        errors: [],
      });
    });

    it('list several errors separately', async () => {
      const { fault } = await soapCall(asked(`${PRODUCTS}Save`, '<product><price>x</price></product>'));
      expect(fault?.errors.length).toBeGreaterThan(1);
    });

    it('have the size limit of their operation, or the largest one until it is known', async () => {
      const inner = `<username>${'x'.repeat(5000)}</username><password>y</password>`;
      const small = await soapCall(
        asked(`${TOKENS}CreateAdminAccessToken`, inner, { services: TOKENS, token: undefined }),
      );
      const large = await soapCall(asked(`${PRODUCTS}GetById`, `<x>${'x'.repeat(40 * 1024 * 1024)}</x>`));
      expect(small.fault?.message).toMatch(/^The request is larger than the limit of 4096 bytes/);
      expect(large.fault?.message).toMatch(/^The request is larger than .*\(BULK_MAX_MB\)/);
    });

    it('return only the report ID of an internal error', async () => {
      const served = app
        .get<ServedOperations>(ServedOperations)
        .all.find(({ operation }) => soapNameOf(operation) === `${PRODUCTS}GetById`);
      if (!served) throw new Error('no such operation');
      const broken = jest.spyOn(served, 'run').mockRejectedValueOnce(new Error('boom <a>'));
      const reply = await soapCall(asked(`${PRODUCTS}GetById`, '<id>1</id>'));
      broken.mockRestore();
      expect([reply.status, reply.fault?.code]).toEqual([500, 'Receiver']);
      expect(reply.fault?.message).toMatch(/^Internal Error\. .* Report ID: webapi-[0-9a-f]{13}$/);
      expect(reply.text).not.toContain('boom');
    });
  });

  it('uses names that do not depend on PRICING_SEGMENT or ACL_VENDOR', async () => {
    const { text } = await wsdl('wsdl&services=pricingCustomerPriceRepositoryV1', root);
    expect(text).toContain('name="PricingDataCustomerPriceInterface"');
    expect(text).not.toMatch(/preise|Test_/i);
  });
});
