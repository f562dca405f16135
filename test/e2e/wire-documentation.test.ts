import { Validator } from '@seriousme/openapi-schema-validator';
import { DeclaredRoutes, isRestRoute } from '../../libs/web/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type SampleApp, sampleApp } from '../support/memory/app.js';
import { OAuthHttp } from '../support/oauth-http.js';
import { authorizationOf } from '../support/oauth-signer.js';
import { RawConnection, refusalIn } from '../support/raw-connection.js';
import { type Reply, send } from '../support/send.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

type Document = Reply['json'];

const operationsOf = (document: Document): readonly (readonly [string, Operation])[] =>
  Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const),
  );

const isValid = async (document: Document): Promise<unknown> => {
  const { valid, errors } = await new Validator().validate(document);
  return valid || errors;
};

describe('the OpenAPI document (wire.md §7)', () => {
  let sample: SampleApp;
  const get = (path: string, headers = {}): Promise<Reply> => send(sample.base, { path, headers });
  const schema = async (): Promise<Document> => (await get('/rest/schema')).json;

  beforeAll(async () => {
    sample = await sampleApp({ segments: { pricing: 'rates' }, version: '1.2.3' });
  });
  afterAll(() => sample.close());

  it('is valid, and is the same at three addresses', async () => {
    const document = (await get('/swagger-json')).json;
    expect(await isValid(document)).toBe(true);
    expect(document.info.version).toBe('1.2.3');
    expect((await get('/rest/schema')).json).toEqual(document);
    const german = (await get('/rest/german/schema')).json;
    expect(german.servers).toEqual([expect.objectContaining({ url: 'http://localhost:3000/rest/german' })]);
    expect(german.paths).toEqual(document.paths);
    expect((await get('/rest/nowhere/schema')).status).toBe(400);
  });

  it('uses the configured segment in paths and the vendor in rights', async () => {
    const { paths } = await schema();
    expect(paths['/V1/rates/samples/items/{id}'].get['x-acl-resource']).toBe('Test_Boxes::manage');
    expect(Object.keys(paths).filter((path) => path.includes('pricing'))).toEqual([]);
  });

  it('describes the responses, rights and example body of every operation', async () => {
    for (const [name, { summary, responses, security, requestBody, description }] of operationsOf(await schema())) {
      expect([name, summary === '']).toEqual([name, false]);
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(['200', '400', '500', '503'])]);
      expect([name, security.length > 0 === Object.hasOwn(responses, '401')]).toEqual([name, true]);
      expect(description).toMatch(
        /Requires the right|Requires an? \w+ token|Any token|Accepts a customer token|Requires no token/,
      );
      for (const [type, { example }] of Object.entries(requestBody?.content ?? {})) {
        expect([name, example]).toEqual([name, expect.any(type === 'application/json' ? Object : String)]);
      }
    }
  });

  it('has an example of every error that it names', async () => {
    const { components } = await schema();
    const named = new Set(
      operationsOf(await schema()).flatMap(([, { responses }]) =>
        Object.values(responses).flatMap(({ $ref }) => $ref ?? []),
      ),
    );
    for (const reference of named) {
      const response = components.responses[reference.split('/').at(-1) ?? ''];
      const examples = Object.values(
        response.content['application/json'].examples as Record<string, { value: { message: string } }>,
      );
      expect(examples.length).toBeGreaterThan(0);
      for (const { value } of examples) expect(value.message).toEqual(expect.any(String));
    }
    const unnamed = Object.keys(components.responses).filter((name) => !named.has(`#/components/responses/${name}`));
    expect(unnamed).toEqual([]);
    const answered = (await send(sample.base, { path: '/rest/V1/samples/shelves/9999', token: 'admin:all' })).json;
    expect(components.responses.Error404.content['application/json'].examples.noSuchEntity.value).toEqual(answered);
  });

  it('has examples that the server accepts', async () => {
    const { paths } = await schema();
    const post = async (path: string) => {
      const { example } = paths[`/V1/${path}`].post.requestBody.content['application/json'];
      return (await send(sample.base, { method: 'POST', path: `/rest/V1/${path}`, body: example, token: 'admin:all' }))
        .status;
    };
    await send(sample.base, {
      method: 'POST',
      path: '/rest/V1/samples/shelves',
      body: { shelf: { id: 1, code: 'x' } },
      token: 'admin:all',
    });
    expect(await post('samples/shelves')).toBe(200);
    expect(await post('rates/samples/items')).toBe(200);
    expect(await post('samples/shelves/bulk')).toBe(200);
    expect(await post('rates/samples/items/bulk')).toBe(200);
    expect(await post('samples/token')).toBe(200);
  });

  it('has a page that loads nothing from other servers and sends bearer tokens', async () => {
    const page = await get('/swagger');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await get('/swagger/')).status).toBe(200);
    expect((await send(sample.base, { method: 'HEAD', path: '/swagger' })).status).toBe(200);
    const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).toMatch(/^\.\//);
      expect((await get(new URL(link, 'http://x/swagger').pathname)).status).toBe(200);
    }
    const scripts = [...page.text.matchAll(/<script[^>]*>([^<]*)</g)].map(([, inside = '']) => inside.trim());
    expect(scripts.filter((inside) => inside !== '')).toEqual([]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const init = await get('/swagger/swagger-ui-init.js');
    expect(init.text).toContain('"validatorUrl": null');
    expect((await schema()).components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('requires no sign-in and no Accept header for JSON', async () => {
    expect((await get('/rest/schema', { accept: 'text/html' })).status).toBe(200);
  });
});

/** Passport routes outside of REST: page, codes, resolver, and files of templates. */
const BESIDE_REST = [
  'GET /.well-known/gs1resolver',
  'GET /01/{gtin}',
  'GET /01/{gtin}/10/{batch}',
  'GET /01/{gtin}/10/{batch}/21/{serial}',
  'GET /01/{gtin}/21/{serial}',
  'GET /dpp/context/{code}/{file}',
  'GET /dpp/schema/{code}/{file}',
  'GET /dpp/v1/dpps/{id}',
  'GET /dpp/v1/dpps/{id}/documents/{sha256}',
  'GET /dpp/v1/dpps/{id}/elements/{path}',
  'GET /dpp/v1/dpps/{id}/measurements',
  'GET /dpp/v1/dppsByIdAndDate/{id}',
  'GET /dpp/v1/dppsByProductId/{id}',
  'GET /dpp/vocab/{code}/{major}',
  'GET /dpp/{uuid}',
  'GET /dpp/{uuid}/datamatrix.png',
  'GET /dpp/{uuid}/datamatrix.svg',
  'GET /dpp/{uuid}/documents/{sha256}',
  'GET /dpp/{uuid}/qr.png',
  'GET /dpp/{uuid}/qr.svg',
  'POST /dpp/v1/dpps/{id}/measurements',
  'POST /dpp/v1/dppsByProductIds',
  'POST /dpp/{uuid}/grant',
];

describe('the OpenAPI document of the application', () => {
  let app: TestApp;
  const document = async (): Promise<Document> => (await app.call('GET', '/swagger-json')).body;

  describe('with everything installed', () => {
    beforeAll(async () => {
      app = await startApp();
    });
    afterAll(() => app.close());

    it('is valid, and lists exactly the routes that exist', async () => {
      expect(await isValid(await document())).toBe(true);
      const documentedNames = operationsOf(await document()).map(([name]) => name);
      const there = app
        .get(DeclaredRoutes)
        .all.filter(isRestRoute)
        .map(({ verb, path }) => `${verb} ${path.slice('/rest'.length).replace(/:(\w+)/g, '{$1}')}`);
      const isRest = (name: string): boolean => name.includes(' /V1/');
      expect(documentedNames.filter(isRest).sort()).toEqual([...there].sort());
      expect(documentedNames.filter((name) => !isRest(name)).sort()).toEqual(BESIDE_REST);
    });

    it('lists public routes outside of REST under the root of the server', async () => {
      const { paths } = await document();
      for (const name of BESIDE_REST) {
        const [verb = '', path = ''] = name.split(' ');
        const { servers, security } = paths[path][verb.toLowerCase()];
        expect([name, servers, security]).toEqual([name, [expect.objectContaining({ url: 'http://kontor.test' })], []]);
      }
    });

    it('names the conditional headers that an operation evaluates', async () => {
      const operations = new Map(operationsOf(await document()));
      const conditions = (name: string): readonly unknown[] => {
        const { parameters = [], responses } = operations.get(name) ?? { responses: {} };
        const names = parameters.map((parameter) => parameter['name']);
        return [
          ['If-Match', 'If-None-Match'].filter((one) => names.includes(one)),
          '304' in responses,
          '412' in responses,
        ];
      };
      const product = '/V1/commerce/products/by/sku/{value}';
      for (const path of [product, '/V1/commerce/products/sku/{sku}']) {
        expect(conditions(`GET ${path}`)).toEqual([['If-None-Match'], true, false]);
        expect(conditions(`PUT ${path}`)).toEqual([['If-Match', 'If-None-Match'], false, true]);
        expect(conditions(`DELETE ${path}`)).toEqual([['If-Match', 'If-None-Match'], false, true]);
      }
      const whole = '/V1/pricing/productcustomermatrix/{id}/complete';
      expect(conditions(`GET ${whole}`)).toEqual([['If-None-Match'], true, false]);
      expect(conditions(`PUT ${whole}`)).toEqual([['If-Match', 'If-None-Match'], false, true]);
    });

    it('has unique operation IDs and declares all path variables', async () => {
      const operations = operationsOf(await document());
      expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
      for (const [name, { parameters }] of operations) {
        const declared = parameters
          .filter((parameter) => parameter['in'] === 'path')
          .map((parameter) => parameter['name']);
        expect([name, declared]).toEqual([name, [...name.matchAll(/{(\w+)}/g)].map(([, variable]) => variable)]);
      }
    });
  });

  it('omits add-ons that are not installed, whose routes return 404', async () => {
    app = await startApp({ addOns: ['pricing-customer'] });
    try {
      const paths = Object.keys((await document()).paths as object).filter((path) => path.startsWith('/V1/pricing/'));
      expect(paths.every((path) => path.startsWith('/V1/pricing/customerprice'))).toBe(true);
      const { status, body } = await app.call('GET', '/rest/V1/pricing/pricelist/1');
      expect([status, body]).toEqual([404, { message: 'Request does not match any route.' }]);
    } finally {
      await app.close();
    }
  });
});

describe('API_DOCS (wire.md §7)', () => {
  const PATHS = [
    '/swagger',
    '/swagger/',
    '/swagger/swagger-ui-init.js',
    '/swagger-json',
    '/rest/schema',
    '/rest/all/schema',
  ];

  it('signed_in also protects other spellings of the paths', async () => {
    const app = await startApp({ settings: { API_DOCS: 'signed_in' } });
    try {
      for (const path of [
        '/SWAGGER',
        '/Swagger-JSON',
        '/%73wagger',
        '/swagger%2Djson',
        '/swagger/swagger%2Dui.css',
        '/Swagger/swagger-ui.css',
        '/swagger//swagger-ui.css',
        '//swagger-json',
        '/swagger-json/',
        '/./swagger-json',
        '/rest/%73chema',
        '/rest/schema/',
        '/rest/%61ll/schema',
        `${app.url}/swagger-json`,
        '/swagger-json%',
      ]) {
        const { status } = refusalIn(
          await (
            await RawConnection.open(app.server.port)
          )
            .write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
            .ended(),
        );
        expect([path, [400, 401, 404].includes(status)]).toEqual([path, true]);
      }
    } finally {
      await app.close();
    }
  });

  it('signed_in accepts each signature of an integration only once', async () => {
    const http = await OAuthHttp.start({ settings: { API_DOCS: 'signed_in' } });
    try {
      const { credentials } = await http.integration(['_Commerce::manage']);
      const wrong = { ...credentials, consumer_secret: 'x'.repeat(32) };
      const services = '/rest/schema?services=commerceProductRepositoryV1%2CcommerceCategoryRepositoryV1';
      for (const path of ['/swagger-json', '/rest/schema', '/rest/all/schema', services]) {
        expect([path, (await http.call(credentials, 'GET', path)).status]).toEqual([path, 200]);
        expect([path, (await http.call(wrong, 'GET', path)).status]).toEqual([path, 401]);
        const other = { sent: { path: path.includes('?') ? path.replace('Product', 'Website') : '/swagger' } };
        expect([path, (await http.call(credentials, 'GET', path, other)).status]).toEqual([path, 401]);
      }
      const authorization = authorizationOf({ method: 'GET', url: `${http.app.url}/rest/schema`, credentials });
      const again = () => send(http.app.url, { path: '/rest/schema', headers: { authorization } });
      expect([(await again()).status, (await again()).status]).toEqual([200, 401]);
      const { credentials: inactive, id } = await http.integration(['_Commerce::manage']);
      await http.app.good('PUT', `/rest/V1/access/integrations/${id}`, { integration: { is_active: 0 } });
      expect((await http.call(inactive, 'GET', '/rest/schema')).status).toBe(401);
    } finally {
      await http.close();
    }
  });

  it.each([
    ['signed_in', [401, 403, 200, 200]],
    ['off', [404, 404, 404, 404]],
  ])('%s returns %j to anonymous callers, customers, administrators and integrations', async (apiDocs, expected) => {
    const app = await startApp({ settings: { API_DOCS: apiDocs } });
    try {
      const tokens = [
        undefined,
        (await app.customer()).token,
        await app.adminToken(),
        await app.integrationToken('_Commerce::manage'),
      ];
      for (const path of PATHS) {
        const statuses = [];
        for (const token of tokens) {
          const { status } = await app.call('GET', path, undefined, token);
          // One of the two addresses of the page can redirect to the other.
          statuses.push(status === 302 || status === 301 ? 200 : status);
        }
        expect([path, statuses]).toEqual([path, expected]);
      }
      expect((await app.call('GET', '/swagger-json', undefined, 'x.y.z')).status).toBe(apiDocs === 'off' ? 404 : 401);
      const introspection = { query: '{ __schema { queryType { name } } }' };
      expect((await app.call('POST', '/graphql', introspection)).body).toMatchObject({ errors: [{}] });
      expect((await app.call('GET', '/graphql', undefined, undefined, { accept: 'text/html' })).text).not.toContain(
        '<html',
      );
      // Other routes still work.
      expect((await app.call('GET', '/health/live')).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
