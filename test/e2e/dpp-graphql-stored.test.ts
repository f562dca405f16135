import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

/** The documented fields of `DppPassport`. */
const GRAPHQL_FIELDS = [
  'passport_id',
  'template_code',
  'version',
  'espr_category',
  'country_of_origin',
  'dpp_payload',
  'completeness_score',
] as const;

describeOnDatabases('stored passports over GraphQL', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  const ask = async (query: string) => (await app.call('POST', '/graphql', { query })).body;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
  });
  afterAll(() => app.close());

  it('have the same field values as in REST', async () => {
    const { sku } = await shop.published({ sku: 'Bohrer/18 V ü+%' });
    const { body: rest } = await shop.read(sku);
    const { data } = await ask(
      `{ dppPassportBySku(sku: "${sku}") { ${GRAPHQL_FIELDS.join(' ')} uuid content_digest } }`,
    );
    expect(data.dppPassportBySku).toEqual(
      Object.fromEntries([...GRAPHQL_FIELDS, 'uuid', 'content_digest'].map((name) => [name, rest[name]])),
    );
  });

  it('are found by the same criteria as in REST, and are null if not found', async () => {
    const [first, second] = [await shop.published({ mpn: 'M-1' }), await shop.published({ mpn: 'M-2' })];
    const criteria = `{filter_groups: [{filters: [
      {field: "mpn", value: "M-1"}, {field: "mpn", value: "M-2"}]}], sort_orders: [{field: "mpn"}], pageSize: 1}`;
    const { data } = await ask(`{ dppPassports(searchCriteria: ${criteria}) {
      items { sku } total_count page_info { total_pages } } }`);
    expect(data.dppPassports).toEqual({ items: [{ sku: second.sku }], total_count: 2, page_info: { total_pages: 2 } });
    const draft = await shop.draft();
    const found = await ask(`{
      draft: dppPassportBySku(sku: "${draft.sku}") { sku }
      impossible: dppPassportBySku(sku: "\\u0000") { sku }
      long: dppPassportBySku(sku: "${'x'.repeat(2000)}") { sku }
      negative: dppPassportBySku(sku: "${first.sku}", storeId: -1) { sku }
      case: dppPassportBySku(sku: "${first.sku.toLowerCase()}") { sku }
      blank: dppPassportBySku(sku: "${first.sku} ") { sku }
      it: dppPassportBySku(sku: "${first.sku}") { sku }
    }`);
    expect(found).toEqual({
      data: {
        draft: null,
        impossible: null,
        long: null,
        negative: null,
        case: null,
        blank: null,
        it: { sku: first.sku },
      },
    });
  });
});
