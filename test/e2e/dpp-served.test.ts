import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { SHIPPED_TEMPLATES } from '../../src/dpp/templates/adapters/shipped/shipped-templates.js';
import type { JsonObject } from '../../src/dpp/passport/domain/json.js';
import { ShipTemplates } from '../../src/dpp/templates/application/manage-templates.js';
import { OfflineLinkedData } from '../../src/dpp/authoring/adapters/jsonld/offline-linked-data.js';
import { Templates, TemplateValidator } from '../../src/dpp/templates/ports/templates.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, tinyTemplate } from '../support/passport-shop.js';

const HIDDEN = ['supplier', 'repairs', 'recipe'];

describeOnDatabases('public files of templates (passports-templates.md)', (database) => {
  let app: TestApp;
  const get = (path: string, headers = {}) => app.call('GET', path, undefined, undefined, headers);

  beforeAll(async () => {
    app = await startApp({ database });
    await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  it.each([
    ['/dpp/schema/tiny/1.0.0.json', 'application/schema+json'],
    ['/dpp/context/tiny/1.0.0.jsonld', 'application/ld+json'],
    ['/dpp/vocab/tiny/1', 'application/ld+json'],
    ['/dpp/vocab/passport/1', 'application/ld+json'],
  ])('include %s as %s, with CORS and an ETag', async (path, type) => {
    const { status, text, headers } = await get(path, { accept: 'image/png', origin: 'https://shop.example' });
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([200, type, '*']);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const known = await get(path, { 'if-none-match': headers.get('etag') ?? '' });
    expect([known.status, known.text]).toEqual([304, '']);
    expect((await app.call('HEAD', path)).status).toBe(200);
    expect((await app.call('OPTIONS', path)).status).toBe(204);
    for (const word of HIDDEN) expect(text).not.toContain(word);
    expect(text).not.toContain('x-disclosure');
  });

  it('include a schema with its URL as $id and only public properties', async () => {
    const schema = JSON.parse((await get('/dpp/schema/tiny/1.0.0.json')).text);
    expect(schema.$id).toBe('http://kontor.test/dpp/schema/tiny/1.0.0.json');
    expect(Object.keys(schema.properties)).toEqual(['material', 'weight_kg', 'care']);
  });

  it('include a vocabulary of all public terms, with units and labels', async () => {
    const { '@graph': graph } = JSON.parse((await get('/dpp/vocab/tiny/1')).text);
    expect(graph.map((one: JsonObject) => one['@id'])).toEqual([
      'http://kontor.test/dpp/vocab/tiny/1',
      'http://kontor.test/dpp/vocab/tiny/1#material',
      'http://kontor.test/dpp/vocab/tiny/1#weightKg',
      'http://kontor.test/dpp/vocab/tiny/1#care',
    ]);
    expect(graph[2]).toMatchObject({
      label: { en: 'weightKg' },
      unitText: 'kg',
      unitCode: 'KGM',
      exactMatch: ['https://ref.gs1.org/voc/netWeight'],
    });
    const expanded = await new OfflineLinkedData().expand(JSON.parse((await get('/dpp/vocab/tiny/1')).text));
    expect(expanded.length).toBeGreaterThan(0);
  });

  it('are not created by a dry run, which only checks the template', async () => {
    const path = '/rest/V1/dpp/manage/templates';
    const admin = await app.adminToken();
    const count = async () => (await app.good('GET', `${path}/search?searchCriteria`)).total_count;
    const before = await count();
    const template = tinyTemplate({ code: 'tried' });
    expect(await app.good('POST', `${path}?dryRun=1`, { template })).toMatchObject({ id: 0, code: 'tried' });
    const bad = await app.call('POST', `${path}?dryRun=1`, { template: { ...template, code: 'Not A Code' } }, admin);
    expect([bad.status, bad.body.parameters?.fieldName]).toEqual([400, 'code']);
    const taken = await app.call('POST', `${path}?dryRun=1`, { template: tinyTemplate() }, admin);
    expect([taken.status, taken.body.message]).toEqual([
      400,
      'A template with this code and version already exists. Choose another version.',
    ]);
    expect(await count()).toBe(before);
  });

  it('are not rewritten on a second start, which only restores deleted shipped templates', async () => {
    const stored = async (): Promise<readonly { id: number; code: string; updated_at: string }[]> =>
      (await app.good('GET', '/rest/V1/dpp/manage/templates/search?searchCriteria')).items;
    const writes = jest.spyOn(app.get<Templates>(Templates), 'ensure');
    const checks = jest.spyOn(app.get<TemplateValidator>(TemplateValidator), 'templateFaults');
    try {
      const before = await stored();
      expect(before.map(({ code }) => code)).toEqual(expect.arrayContaining(SHIPPED_TEMPLATES.map(({ code }) => code)));
      await app.get(ShipTemplates).ensure();
      expect([writes.mock.calls, checks.mock.calls]).toEqual([[], []]);
      expect(await stored()).toEqual(before);
      const tyre = before.find(({ code }) => code === 'tyre');
      await app.good('DELETE', `/rest/V1/dpp/manage/templates/${tyre?.id}`);
      await app.get(ShipTemplates).ensure();
      const after = await stored();
      expect(after.filter(({ code }) => code === 'tyre')).toHaveLength(
        before.filter(({ code }) => code === 'tyre').length,
      );
      expect(writes.mock.calls.map(([{ code }]) => code)).toEqual(['tyre']);
      expect(after.filter(({ code }) => code !== 'tyre')).toEqual(before.filter(({ code }) => code !== 'tyre'));
    } finally {
      writes.mockRestore();
      checks.mockRestore();
    }
  });

  it.each([
    '/dpp/schema/tiny/9.9.9.json',
    '/dpp/schema/nope/1.0.0.json',
    '/dpp/schema/tiny/1.0.0',
    '/dpp/schema/tiny/1.0.0.jsonld',
    '/dpp/context/tiny/1.0.0.json',
    '/dpp/context/tiny/.jsonld',
    '/dpp/vocab/tiny/2',
    '/dpp/vocab/nope/1',
    '/dpp/vocab/tiny/x',
    '/dpp/schema/%2e%2e%2f/1.0.0.json',
    `/dpp/schema/tiny/${'1'.repeat(500)}.json`,
  ])('do not include %s (404)', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('passports of the shipped templates', () => {
  let app: TestApp;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp();
    shop = new PassportShop(app);
  });
  afterAll(() => app.close());

  it.each(SHIPPED_TEMPLATES.map(({ code, version, example }) => [code, version, example] as const))(
    'match the served schema and JSON-LD context: %s@%s',
    async (code, version, example) => {
      // The examples of all versions describe one product, so older ones get no GTIN here.
      const isFormer = version === '1.0.0' || version === '2.0.0';
      const { dpp_payload, ...rest } = example;
      const envelope = isFormer ? { ...rest, sku: `${code}-${version}`, gtin: null } : rest;
      const { passport_id, sku, uuid } = await shop.good('POST', 'passports', {
        passport: { ...envelope, dpp_payload, template_code: code, template_version: version },
      });
      await shop.act(passport_id, 'publish');
      const { body: passport } = await shop.read(sku, `?storeId=${(envelope['store_id'] as number | undefined) ?? 0}`);

      const schema = JSON.parse((await app.call('GET', `/dpp/schema/${code}/${version}.json`)).text);
      const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
      (formats as unknown as { default: (one: Ajv2020) => void }).default(ajv);
      const validate = ajv.compile(schema);
      expect([validate(JSON.parse(passport.dpp_payload)), validate.errors]).toEqual([true, null]);

      const linked = new OfflineLinkedData();
      const document = JSON.parse(
        (await app.call('GET', `/dpp/${uuid}`, undefined, undefined, { accept: 'application/ld+json' })).text,
      );
      const served = JSON.parse((await app.call('GET', `/dpp/context/${code}/${version}.jsonld`)).text);
      const other = { ...document, '@context': ['https://schema.org', ...served['@context']] };
      expect(await linked.faults(other)).toEqual([]);
      expect(await linked.expand(other)).toEqual(await linked.expand(document));

      if (!isFormer) {
        const { '@graph': words } = JSON.parse(
          (await app.call('GET', `/dpp/vocab/${code}/${version.split('.')[0]}`)).text,
        );
        const having = (member: string) => words.filter((word: JsonObject) => word[member] !== undefined).length;
        expect([having('unitCode') > 2, having('exactMatch') > 0, having('unitCode') <= having('unitText')]).toEqual([
          true,
          true,
          true,
        ]);
      }

      const page = await app.call('GET', `/dpp/${uuid}?lang=de`, undefined, undefined, { accept: 'text/html' });
      expect([page.status, page.text.includes('undefined'), page.text.includes('[object')]).toEqual([
        200,
        false,
        false,
      ]);
    },
  );

  it('use only rules that the OpenAPI document describes', async () => {
    const { components } = (await app.call('GET', '/swagger-json')).body;
    const ajv = new Ajv2020({ strict: false, formats: { date: true, decimal: true } });
    ajv.addSchema({ $id: 'https://openapi.example/', components });
    const isRule = ajv.getSchema('https://openapi.example/#/components/schemas/TemplateRule');
    const rules = SHIPPED_TEMPLATES.flatMap((template) => template.rules);
    expect(new Set(rules.map(({ rule }) => rule)).size).toBeGreaterThan(5);
    expect(rules.filter((rule) => isRule?.(rule) !== true)).toEqual([]);
    const [first] = rules;
    for (const wrong of [{ ...first, rule: 'wish_if' }, { ...first, more: 1 }, { rule: first?.rule }, {}])
      expect(isRule?.(wrong)).toBe(false);
  });
});
