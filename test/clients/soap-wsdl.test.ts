import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ServedOperations } from '../../libs/calls/index.js';
import { soapNameOf } from '../../libs/operations/index.js';
import { PUBLIC_BASE, startApp, type TestApp } from '../support/app.js';
import { soapCall } from '../support/soap.js';
import { nodeAt, parseXml, type XmlNode } from '../support/xml-node.js';

const PYTHON = '/usr/bin/python3';
const VALIDATE = join(__dirname, '..', 'fixtures', 'soap', 'validate.py');

interface Asked {
  readonly wsdl: string;
  readonly envelopes?: readonly string[];
}

/** Errors that libxml2 finds in each. */
const faultsOf = (asked: readonly Asked[]): readonly (readonly string[])[] =>
  execFileSync(PYTHON, [VALIDATE], { input: asked.map((one) => `${JSON.stringify(one)}\n`).join(''), encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as readonly string[]);

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

/** The names of the properties of all objects in a part of a document. */
const objectsIn = (part: unknown, found: Set<string>[] = []): readonly ReadonlySet<string>[] => {
  if (typeof part !== 'object' || part === null) return found;
  const { properties } = part as Schema;
  if (typeof properties === 'object' && !Array.isArray(properties)) found.push(new Set(Object.keys(properties)));
  for (const inner of Object.values(part)) objectsIn(inner, found);
  return found;
};

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('the WSDL', () => {
  let app: TestApp;
  let root: string;
  let services: readonly string[];

  const wsdlOf = async (...named: readonly string[]): Promise<string> =>
    (await app.call('GET', `/soap?wsdl&services=${named.join(',')}`, undefined, root)).text;
  const typesIn = (text: string): readonly XmlNode[] =>
    (nodeAt(parseXml(text), 'types', 'schema')?.children ?? []).filter(({ name }) => name === 'complexType');

  beforeAll(async () => {
    try {
      execFileSync(PYTHON, ['-c', 'import lxml'], { stdio: 'ignore' });
    } catch (error) {
      throw new Error('lxml is missing: apt-get install python3-lxml', { cause: error });
    }
    app = await startApp();
    root = await app.adminToken();
    const all = app.get<ServedOperations>(ServedOperations).all;
    services = [...new Set(all.map(({ operation }) => operation.service))];
  });
  afterAll(() => app.close());

  it('is valid WSDL 1.1 with a valid schema, for each service and for all together', async () => {
    const { token } = await app.customer();
    const asked: Asked[] = [{ wsdl: await wsdlOf(...services) }];
    for (const service of services) {
      const own = await app.call('GET', `/soap?wsdl&services=${service}`, undefined, root);
      const wsdl = own.status === 200 ? own : await app.call('GET', `/soap?wsdl&services=${service}`, undefined, token);
      expect(wsdl.status).toBe(200);
      asked.push({ wsdl: wsdl.text });
    }
    expect(faultsOf(asked)).toEqual(asked.map(() => []));
  });

  it('has errors detected by this check', async () => {
    const wsdl = await wsdlOf('commerceProductRepositoryV1');
    const broken = [
      wsdl.replace('use="literal"', 'use="liberal"'),
      wsdl.replace('<soap12:address location=', '<soap12:address place='),
      wsdl.replace('type="tns:CommerceDataProductInterface"', 'type="tns:NoSuchType"'),
      wsdl.replace('element="tns:GenericFault"', 'element="tns:NoSuchElement"'),
      wsdl.replace(/<message name="GenericFault">.*?<\/message>/, (message) => message + message),
    ];
    expect(broken.filter((one) => one === wsdl)).toEqual([]);
    expect(faultsOf(broken.map((one) => ({ wsdl: one }))).map((faults) => faults.length > 0)).toEqual(
      broken.map(() => true),
    );
  });

  it('describes the responses', async () => {
    const ask = {
      base: app.url,
      publicBase: PUBLIC_BASE,
      services: 'commerceProductRepositoryV1',
      token: root,
    };
    const product =
      '<product><sku>ä</sku><name>N</name><price>1.5</price><attributes><item><attributeCode>a</attributeCode><value>b</value></item></attributes></product>';
    const saved = await soapCall({ ...ask, operation: 'commerceProductRepositoryV1Save', inner: product });
    const search = '<searchCriteria><filterGroups/><pageSize>5</pageSize></searchCriteria>';
    const found = await soapCall({ ...ask, operation: 'commerceProductRepositoryV1GetList', inner: search });
    const wsdl = await wsdlOf('commerceProductRepositoryV1');
    const wrong = saved.text.replace('<id>', '<id>x');
    expect(faultsOf([{ wsdl, envelopes: [saved.text, found.text] }])).toEqual([[]]);
    expect(faultsOf([{ wsdl, envelopes: [wrong] }])[0]).not.toEqual([]);
  });

  it('lists types, a message, each service, then all other messages', async () => {
    const parts = parseXml(await wsdlOf('commerceProductRepositoryV1', 'commerceStoreRepositoryV1')).children;
    expect(parts.map(({ name }) => name).join(' ')).toMatch(
      /^types message portType binding service portType binding service( message)+$/,
    );
  });

  it('states for each element its type and how often it occurs', async () => {
    const elements = new Map(
      typesIn(
        await wsdlOf('commerceProductRepositoryV1', 'pricingCalculatedPriceV1', 'integrationAdminTokenServiceV1'),
      ).map((type) => [
        type.attributes['name'] ?? '',
        Object.fromEntries(
          (nodeAt(type, 'sequence')?.children ?? []).map(({ attributes: { name = '', ...rest } }) => [name, rest]),
        ),
      ]),
    );
    expect(elements.get('CommerceProductRepositoryV1GetByIdRequest')).toEqual({
      id: { minOccurs: '1', maxOccurs: '1', type: 'xsd:int' },
    });
    expect(elements.get('CommerceProductRepositoryV1DeleteByIdResponse')).toEqual({
      result: { minOccurs: '1', maxOccurs: '1', type: 'xsd:boolean' },
    });
    expect(elements.get('CommerceDataProductInterface')).toMatchObject({
      id: { minOccurs: '0', maxOccurs: '1', type: 'xsd:int' },
      sku: { minOccurs: '1', maxOccurs: '1', type: 'xsd:string' },
      price: { minOccurs: '0', maxOccurs: '1', type: 'xsd:double' },
      categoryIds: { minOccurs: '0', type: 'tns:ArrayOfInt' },
    });
    expect(elements.get('FrameworkSearchCriteriaInterface')).toEqual({
      filterGroups: { type: 'tns:ArrayOfFrameworkSearchFilterGroup' },
      sortOrders: { type: 'tns:ArrayOfFrameworkSortOrder', minOccurs: '0' },
      pageSize: { minOccurs: '0', maxOccurs: '1', type: 'xsd:int' },
      currentPage: { minOccurs: '0', maxOccurs: '1', type: 'xsd:int' },
    });
    expect(elements.get('CommerceDataProductSearchResultsInterface')).toEqual({
      items: { type: 'tns:ArrayOfCommerceDataProductInterface' },
      searchCriteria: { minOccurs: '1', maxOccurs: '1', type: 'tns:FrameworkSearchCriteriaInterface' },
      totalCount: { minOccurs: '1', maxOccurs: '1', type: 'xsd:int' },
    });
    expect(elements.get('IntegrationAdminTokenServiceV1RevokeAdminAccessTokenRequest')).toEqual({});
    expect(Object.keys(elements.get('PricingCalculatedPriceV1GetMultiPriceRequest') ?? {})).toContain('items');
    // The list has the documented name. Its items are lines, which can be errors without a price.
    expect(elements.get('PricingDataMultiPriceInterface')).toEqual({
      items: { type: 'tns:ArrayOfPricingDataFinalPriceInterface' },
    });
    expect(elements.get('ArrayOfPricingDataFinalPriceInterface')).toEqual({
      item: { minOccurs: '0', maxOccurs: 'unbounded', type: 'tns:PricingDataMerchantLineInterface' },
    });
  });

  it('contains only types whose fields are those of an object in the OpenAPI document', async () => {
    const { body } = await app.call('GET', '/rest/schema');
    const schemas = body.components.schemas as Readonly<Record<string, Schema>>;
    // OpenAPI describes each kind of rule; SOAP has one type for all.
    const kinds = Object.entries(schemas).filter(([name]) => name.endsWith('Rule'));
    const rule = new Set(kinds.flatMap(([, { properties }]) => Object.keys(properties ?? {})));
    const objects = [...objectsIn(body), rule];
    const own = (name: string): ReadonlySet<string> =>
      new Set(['', 'Create', 'Change'].flatMap((use) => Object.keys(schemas[name + use]?.properties ?? {})));
    const unknown = typesIn(await wsdlOf(...services)).flatMap(({ attributes: { name = '' }, children }) => {
      if (name.startsWith('ArrayOf')) return [];
      const data = /^[A-Z]\w*?Data(\w+)Interface$/.exec(name)?.[1];
      if (data === undefined || data.endsWith('SearchResults')) return [];
      const fields = (children[0]?.children ?? []).map((element) => camelCase(element.attributes['name'] ?? ''));
      const isIn = (names: ReadonlySet<string>): boolean => {
        const inCamelCase = new Set([...names].map(camelCase));
        return fields.every((field) => inCamelCase.has(field));
      };
      return isIn(own(data)) || isIn(new Set([...own(data), 'id'])) || objects.some(isIn)
        ? []
        : [`${name}: ${fields.join()}`];
    });
    expect(unknown).toEqual([]);
  });

  it('names the same operations as `kontor operations`', async () => {
    const { token } = await app.customer();
    const described = new Set<string>();
    for (const who of [root, token]) {
      const { text } = await app.call('GET', `/soap?wsdl&services=${services.join(',')}`, undefined, who);
      for (const { name, children } of parseXml(text).children)
        if (name === 'portType') for (const { attributes } of children) described.add(attributes['name'] ?? '');
    }
    const names = app
      .get<ServedOperations>(ServedOperations)
      .all.flatMap(({ operation }) => (operation.onlyRest ? [] : soapNameOf(operation)));
    expect([...described].sort()).toEqual([...new Set(names)].sort());
  });
});
