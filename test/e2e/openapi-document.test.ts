import { Validator } from '@seriousme/openapi-schema-validator';
import { Operations } from '../../libs/openapi/operation.js';
import { restNameOf } from '../../libs/operations/index.js';
import { operationsOf } from '../../src/app.module.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string | readonly string[] }>>;
  readonly required?: readonly string[];
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

describe('the OpenAPI document (wire.md, "7. API description")', () => {
  let app: TestApp;
  let document: Document;
  const ask = (query: string) => app.call('GET', `/rest/all/schema?${query}`);
  const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

  beforeAll(async () => {
    app = await startApp({ settings: { PUBLIC_BASE_URL: 'https://kontor.test/prices/' } });
    document = (await app.call('GET', '/rest/schema')).body as Document;
  });
  afterAll(() => app.close());

  it('is cached for each store and set of services, and supports compression and ETags', async () => {
    const path = '/rest/default/schema?services=all';
    const first = await app.call('GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const made = jest.spyOn(JSON, 'stringify');
    const again = await app.call('GET', path, undefined, undefined, { 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const other of ['/rest/default/schema', path]) expect((await app.call('GET', other)).text).toBe(first.text);
    const isMadeAnew = made.mock.calls.some(
      ([value]) => typeof value === 'object' && value !== null && 'openapi' in value,
    );
    made.mockRestore();
    expect(isMadeAnew).toBe(false);
    const length = async (encoding: string): Promise<number> => {
      const response = await fetch(app.url + path, { headers: { 'accept-encoding': encoding } });
      await response.arrayBuffer();
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      return Number(response.headers.get('content-length'));
    };
    expect(await length('gzip')).toBeLessThan((await length('identity')) / 5);
  });

  it('reuses operation descriptions for other stores and sets of services', async () => {
    const described = jest.spyOn(Operations.prototype, 'describe');
    for (const choice of ['services=dppTemplateV1', 'services=customerDocumentsFileV1,dppTemplateV1', 'services=all'])
      expect((await ask(choice)).status).toBe(200);
    expect(described).not.toHaveBeenCalled();
    described.mockRestore();
  });

  it('uses OpenAPI 3.1 and absolute server URLs', () => {
    expect(document.openapi).toBe('3.1.0');
    const base = 'https://kontor.test/prices/rest';
    expect(document.servers.map(({ url }) => url)).toEqual([base, `${base}/{storeCode}`]);
    expect(JSON.stringify(document)).not.toContain('"nullable"');
  });

  it('groups operations by module in a fixed order, and starts with the sign-in', () => {
    expect(document.tags.map(({ name }) => name)).toEqual([
      'Access',
      'Shop',
      'Customer prices',
      'Price lists',
      'Category prices',
      'Product-customer matrices',
      'Final prices',
      'Product passports',
      'Customer documents',
      'Jobs',
      'Audit trail',
      'Webhooks',
      'Import and export',
      'Desk',
    ]);
    expect(document.tags.filter(({ description }) => description.length < 20)).toEqual([]);
    expect(operations().filter(({ tags }) => tags.length !== 1)).toEqual([]);
    expect(Object.keys(document.paths)[0]).toBe('/V1/integration/admin/token');
  });

  it('has unique operation ids of service and operation name, as in SOAP', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-zA-Z]*V\d+[A-Z][a-zA-Z]*\d?$/.test(id))).toEqual([]);
    const declared = operationsOf(testSettings('sqlite:x')).map(restNameOf);
    expect(declared.filter((id) => !ids.includes(id))).toEqual([]);
    const ofRecords = ids.filter((id) => id.startsWith('pricingCustomerPriceRepositoryV1'));
    const byKey = ['Get', 'Save', 'Delete'].map((verb) => `${verb}ByKeyExternalId`);
    const names = ['GetList', 'GetById', 'Update', 'DeleteById', 'Create', ...byKey, 'SaveMany', 'RemoveMany'];
    expect(ofRecords).toEqual(names.map((name) => `pricingCustomerPriceRepositoryV1${name}`));
  });

  it('has named schemas for all bodies, responses and nested objects', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['CustomerPriceCreateBody', 'CustomerPriceSearchResults', 'CustomerPriceRowsBody', 'BulkItem'],
        ...['FinalPrice', 'MultiPrice', 'AppliedPrice', 'SearchCriteria', 'FilterGroup', 'Filter', 'Error', 'Fault'],
      ]),
    );
    for (const { operationId, requestBody, responses } of operations()) {
      const sent = requestBody?.content['application/json']?.schema;
      const answered: { type?: string } | undefined = responses['200']?.content?.['application/json']?.schema;
      // These operations receive a file or JSON lines, which their handlers parse.
      if (
        ![
          'customerDocumentsFileV1Put',
          'dppMeasurementV1Add',
          'dppMeasurementV1AddMany',
          'dppRegistryAnswersV1Accept',
          'dppReadV1IdsOf',
          'dppReadV1Add',
        ].includes(operationId)
      )
        expect([operationId, sent === undefined || '$ref' in sent]).toEqual([operationId, true]);
      expect([operationId, answered?.type]).not.toEqual([operationId, 'object']);
    }
    const inside = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([property, field]) =>
        field.type === 'object' && 'properties' in field ? `${name}.${property}` : [],
      ),
    );
    expect(inside).toEqual([]);
  });

  it('lists required fields of requests, and all fields of responses as required', () => {
    const { schemas } = document.components;
    expect(schemas['QuestionItemInput']?.required).toEqual(['sku']);
    // A business key can be sent instead of the customer's id.
    expect(schemas['CustomerPriceCreate']?.required).toEqual(['value']);
    expect(schemas['CustomerPriceChange']?.required).toBeUndefined();
    expect(schemas['CustomerPrice']?.required).toEqual(Object.keys(schemas['CustomerPrice']?.properties ?? {}));
  });

  it('describes the 202 response of operations that start a job', () => {
    const answered = (path: string) =>
      Object.entries(document.paths[path]?.['post']?.responses ?? {}).flatMap(([status, { content }]) =>
        content ? [`${status} ${JSON.stringify(content['application/json']?.schema)}`] : [],
      );
    const startedJob = '202 {"$ref":"#/components/schemas/BegunJob"}';
    expect(answered('/V1/import')).toEqual([startedJob]);
    expect(answered('/V1/pricing/replay/jobs')).toEqual([startedJob]);
    expect(answered('/V1/dpp/manage/import')).toEqual([
      '200 {"$ref":"#/components/schemas/ImportedPassports"}',
      startedJob,
    ]);
  });

  it('describes only the requested services, with the schemas they use', async () => {
    const all = (await ask('services=all')).body as Document;
    expect(Object.keys(all.paths)).toEqual(Object.keys(document.paths));
    const { body } = await ask('services=pricingCustomerPriceRepositoryV1,customerDocumentsFileV1');
    const some = body as Document;
    const { valid, errors } = await new Validator().validate(body as Record<string, unknown>);
    expect([valid, errors]).toEqual([true, undefined]);
    expect(some.servers.map(({ url }) => url)).toEqual(['https://kontor.test/prices/rest/all']);
    expect(Object.keys(some.paths)).toEqual([
      '/V1/pricing/customerprice/search',
      '/V1/pricing/customerprice/{id}',
      '/V1/pricing/customerprice',
      '/V1/pricing/customerprice/by/external_id/{value}',
      '/V1/pricing/customerprice/bulk',
      '/V1/customerdocuments/{documentId}/file',
      '/V1/customerdocuments/{documentId}/file/content',
    ]);
    expect(some.tags.map(({ name }) => name)).toEqual(['Customer prices', 'Customer documents']);
    expect(Object.keys(some.components.schemas)).toContain('CustomerPrice');
    expect(Object.keys(some.components.schemas)).not.toContain('Website');
  });

  it.each(['', 'customers', 'pricingCustomerPriceRepositoryV1,', 'a b'])(
    'returns 400 for services=%s',
    async (services) =>
      expect(await ask(`services=${encodeURIComponent(services)}`)).toMatchObject({
        status: 400,
        body: { message: 'Incorrect format of request URI or Requested services are missing.' },
      }),
  );

  it('returns 400 with the name of an unknown service', async () => {
    const { status, body } = await ask('services=pricingCalculatedPriceV1,nothingV1');
    const refused = {
      message: 'The service "%service" does not exist. Check the service name.',
      parameters: { service: 'nothingV1' },
    };
    expect([status, body]).toEqual([400, refused]);
  });

  it('describes timestamps in the format of INSTANTS', async () => {
    const other = await startApp({ settings: { INSTANTS: 'platform' } });
    try {
      const text = JSON.stringify((await other.call('GET', '/rest/schema')).body);
      expect(text).toContain('"2026-01-31 10:15:00"');
      expect(text).not.toMatch(/date-time|\d\dT\d\d:\d\d:\d\d\.\d{3}Z/);
    } finally {
      await other.close();
    }
  });
});
