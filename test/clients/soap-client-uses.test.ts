/** What SOAP clients must support in addition to plain calls (soap.md, "Clients"). */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServedOperations } from '../../libs/calls/index.js';
import { soapNameOf } from '../../libs/operations/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { PRICES, PRODUCTS, type SoapMembers } from '../support/soap.js';
import { type ClientReply, mustBeInstalled, SOAP_CLIENTS, type SoapClient } from '../support/soap-clients.js';

const UNAUTHORIZED = "The consumer isn't authorized to access %resources.";

type Values = Readonly<Record<string, unknown>>;

const run = promisify(execFile);

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'soap.md'), 'utf8');

/** The code block of the page in this language. */
const block = (language: string): string => {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/soap.md has no example in ${language}`);
  return text;
};

describe('SOAP clients', () => {
  let app: TestApp;
  let root: string;
  let base: string;

  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    app = await startApp({ settings: { PORT: String(port), PUBLIC_BASE_URL: base } });
    root = await app.adminToken();
  });
  afterAll(() => app.close());

  it.each([
    ['php', 'php', 'php'],
    ['python', '/usr/bin/python3', 'py'],
  ])('run the documented example in %s', async (language, command, ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-test-example-'));
    const file = join(folder, `example.${ending}`);
    writeFileSync(file, block(language));
    const example = () => run(command, [file, base, 'test-admin', 'a password of the tests']);
    try {
      expect((await example()).stdout).toBe(block('text'));
      // The second time, its product already exists.
      expect((await example()).stdout).toBe(block('text'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  describe.each(SOAP_CLIENTS.map((known, index) => [known.name, known, index] as const))('%s', (_, known, index) => {
    let client: SoapClient;
    const sku = `ä&<${index}>`;

    beforeAll(() => {
      mustBeInstalled(known);
      client = known.start();
    });
    afterAll(() => client.close());

    const call = async (operation: string, members: SoapMembers, token = root, services = PRODUCTS) => {
      const wsdl = `${base}/soap/default?wsdl&services=${services}`;
      const reply = await client.call({
        wsdl,
        operation: services + operation,
        members,
        authorization: `Bearer ${token}`,
      });
      if (reply.local !== undefined) throw new Error(`it sent nothing: ${reply.local}`);
      return reply as ClientReply & { readonly decoded: Values };
    };
    /** Some clients return a list of one item as that item. */
    const listed = (list: unknown): readonly Values[] => {
      const { item } = (list ?? {}) as { readonly item?: unknown };
      if (item === undefined || item === null) return [];
      return Array.isArray(item) ? (item as readonly Values[]) : [item as Values];
    };
    const search = (value: string): SoapMembers => ({
      searchCriteria: { filterGroups: [{ filters: [{ field: 'sku', value }] }] },
    });

    it('sends and receives umlauts, special characters and all digits', async () => {
      const product = { sku, name: 'Grün & <blau>', price: '12345678.123456' };
      const { decoded } = await call('Save', { product });
      expect(decoded).toMatchObject({ sku, name: 'Grün & <blau>', price: 12345678.123456 });
    });

    it('receives lists with no item and with one item', async () => {
      const { decoded: none } = await call('GetList', search('none'));
      const { decoded: one } = await call('GetList', search(sku));
      expect([listed(none['items']), none['totalCount']]).toEqual([[], 0]);
      expect([listed(one['items']).map((item) => item['sku']), one['totalCount']]).toEqual([[sku], 1]);
    });

    it('sends one or several items and receives as many', async () => {
      const ask = async (...skus: readonly string[]) => {
        const items = skus.map((own) => ({ sku: own, qty: '2' }));
        const { decoded } = await call('GetMultiPrice', { customerGroupId: '0', items }, root, PRICES);
        // zeep returns an object with a single list as that list.
        return listed(decoded['items'] ?? decoded).map((item) => item['sku']);
      };
      expect(await ask(sku)).toEqual([sku]);
      expect(await ask(sku, 'none', sku)).toEqual([sku, 'none', sku]);
    });

    it('clears a value with null and keeps values that it does not send', async () => {
      const made = await call('Save', { product: { sku: `${sku}-0`, name: 'N', price: '5', specialPrice: '4' } });
      const id = String(made.decoded['id']);
      const save = async (more: SoapMembers) => {
        const reply = await call('Save', { product: { id, sku: `${sku}-0`, name: 'M', ...more } });
        expect(reply.fault).toBeUndefined();
        const { price, special_price } = await app.good('GET', `/rest/V1/commerce/products/${id}`);
        return [price, special_price];
      };
      expect(await save({})).toEqual([5, 4]);
      expect(await save({ specialPrice: null })).toEqual([5, null]);
    });

    it('calls as a customer', async () => {
      const { id, token } = await app.customer();
      await app.good('POST', '/rest/V1/pricing/customerprice', { customerPrice: { customer_id: id, sku, value: 3 } });
      const { decoded } = await call('GetMyFinalPrice', { sku }, token, PRICES);
      expect(decoded).toMatchObject({ sku, finalPrice: 3 });
    });

    it('throws the fault for a revoked right, a revoked token and a server error', async () => {
      const integration = { name: `clerk of ${sku}`, resources: ['_Commerce::manage'] };
      const made = await app.good('POST', '/rest/V1/access/integrations', { integration });
      const path = `/rest/V1/access/integrations/${made.id}`;
      const token = (await app.good('POST', `${path}/rotate`)) as string;
      const get = async () => (await call('GetById', { id: '999999' }, token)).fault;
      expect(await get()).toBe('No such entity with %fieldName = %fieldValue');
      const served = app
        .get<ServedOperations>(ServedOperations)
        .all.find(({ operation }) => soapNameOf(operation) === `${PRODUCTS}GetById`);
      if (!served) throw new Error('no such operation');
      const broken = jest.spyOn(served, 'run').mockRejectedValueOnce(new Error('boom'));
      expect(await get()).toMatch(/^Internal Error\. .* Report ID: webapi-[0-9a-f]{13}$/);
      broken.mockRestore();
      await app.good('PUT', path, { integration: { resources: ['_Pricing::calculate'] } });
      expect(await get()).toBe(UNAUTHORIZED);
      await app.good('DELETE', path);
      expect(await get()).toBe(UNAUTHORIZED);
    });
  });
});
