import { Clock, Transactions } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { PassportBook } from '../../src/dpp/authoring/ports/passport-book.js';
import { Templates } from '../../src/dpp/templates/ports/templates.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop, publishable, tinyTemplate } from '../support/passport-shop.js';

const PAGE_MAX = 16 * 1024 * 1024;
/** Number of records that fill a page. Each is longer than a real payload, so that few are needed. */
const FULL_PAGE = 4;
const HEAVY = PAGE_MAX / FULL_PAGE;

/** JSON of this length. */
const jsonOf = (value: object, length: number): string => {
  const empty = JSON.stringify({ ...value, material: '' }).length;
  return JSON.stringify({ ...value, material: 'x'.repeat(length - empty) });
};

describeOnDatabases('limits on passports and templates', (kind) => {
  let app: TestApp;
  let shop: PassportShop;
  let token: string;
  beforeAll(async () => {
    // A long deadline, because only sizes matter here and the machine may be busy.
    app = await startApp({ database: kind, settings: { DEADLINE_QUOTE_S: '20' } });
    shop = await new PassportShop(app).open();
    token = await app.adminToken();
  });
  afterAll(() => app.close());

  const run = (sql: string, text: string): Promise<unknown> =>
    app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, [text]));
  const page = (path: string, size: number) =>
    app.call('GET', `/rest/V1/dpp/${path}?searchCriteria[pageSize]=${size}`, undefined, token);

  describe('a page of passports', () => {
    beforeAll(async () => {
      for (let made = 0; made <= FULL_PAGE; made += 1) await shop.published();
      await run('UPDATE passport_version SET content_part = NULL, dpp_payload = ?', jsonOf({}, HEAVY));
      await run(
        'UPDATE passport_publication SET form = NULL, part_1 = NULL, view = ?',
        jsonOf({ sku: 'HEAVY' }, HEAVY),
      );
    });

    it.each(['manage/passports/search', 'passports'])('returns 400 above 16 Mi characters: %s', async (path) => {
      const full = await page(path, FULL_PAGE);
      expect([full.status, full.body.items?.length]).toEqual([200, FULL_PAGE]);
      const more = await page(path, FULL_PAGE + 1);
      expect([more.status, more.body.parameters]).toEqual([400, { max: PAGE_MAX }]);
    });
  });

  it('return 400 for a page of templates above 16 Mi characters', async () => {
    const templates = app.get<Templates>(Templates);
    const now = new Date();
    const labels = { en: 'x'.repeat(1_000_000) };
    for (let made = 0; made < 17; made += 1) {
      const document = { ...tinyTemplate({ code: `heavy-${made}`, labels }) } as never;
      await templates.add({ id: 0, document, createdAt: now, updatedAt: now });
    }
    const heavy = 'searchCriteria[filter_groups][0][filters][0][field]=code&searchCriteria[filter_groups][0][filters][0][condition_type]=like&searchCriteria[filter_groups][0][filters][0][value]=heavy-%25'; // prettier-ignore
    const of = (size: number) => shop.call('GET', `templates/search?${heavy}&searchCriteria[pageSize]=${size}`);
    expect((await of(16)).body.items).toHaveLength(16);
    const more = await of(17);
    expect([more.status, more.body.parameters]).toEqual([400, { max: PAGE_MAX }]);
  });

  it('allow 100 versions per template code', async () => {
    const templates = app.get<Templates>(Templates);
    const now = new Date();
    const vocabulary = { ...tinyTemplate().vocabulary, prefix: 'many', iri: '/dpp/vocab/many/1#' };
    const version = (minor: number) => tinyTemplate({ code: 'many', version: `1.${minor}.0`, vocabulary });
    for (let minor = 0; minor < 99; minor += 1)
      await templates.add({ id: 0, document: version(minor) as never, createdAt: now, updatedAt: now });
    expect((await shop.call('POST', 'templates', { template: version(99) })).status).toBe(200);
    const more = await shop.call('POST', 'templates', { template: version(100) });
    expect([more.status, more.body.parameters]).toEqual([400, { code: 'many', max: 100 }]);
  });

  it('allow 1,000 history entries per page', async () => {
    const { passport_id: id } = await shop.draft();
    const book = app.get<PassportBook>(PassportBook);
    const actor = { kind: 'operator', id: null } as const;
    const event = { version: 1, action: 'changed', fromStatus: null, toStatus: null, reason: null, fields: [], actor, at: new Date() } as const; // prettier-ignore
    await app.get<Transactions>(Transactions).write(async () => {
      for (let noted = 0; noted < 1000; noted += 1) await book.note(id, event);
    });
    expect(await shop.good('GET', `passports/${id}/history`)).toHaveLength(1000);
    expect(await shop.good('GET', `passports/${id}/history?page=2`)).toHaveLength(1);
  });

  it('return 400 if a quality report takes longer than 10 seconds', async () => {
    for (let made = 0; made < 3; made += 1)
      await shop.good('POST', 'passports', { passport: publishable({ sku: shop.sku(), dpp_payload: {} }) });
    expect((await shop.call('GET', 'quality?searchCriteria[pageSize]=3')).status).toBe(200);
    const clock = app.get<Clock>(Clock);
    let ms = Date.now();
    // Each reading of the clock takes six seconds.
    clock.now = () => new Date((ms += 6_000));
    const { status, body } = await shop.call('GET', 'quality?searchCriteria[pageSize]=3');
    Reflect.deleteProperty(clock, 'now');
    expect([status, body.parameters]).toEqual([400, { limit: 10_000 }]);
  });
});
