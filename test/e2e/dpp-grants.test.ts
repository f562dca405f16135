import { Transactions, Unavailable } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import { DppSettings } from '../../src/dpp/passport/index.js';
import { audiencesOf } from '../../src/dpp/readers/domain/reader.js';
import { AccessLog } from '../../src/dpp/readers/ports/access-log.js';
import type { FindService, ScheduleRun } from '../../libs/manifest/index.js';
import { DPP_ROOM } from '../../src/dpp/room.js';
import type { PassportSettings } from '../../src/dpp/settings.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const HIDDEN = { supplier: 'POINT3', recipe: 'POINT2', repairs: 4 };
const GTIN = '09524000010018';
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};

describeOnDatabases('passport grants', (database) => {
  let app: TestApp;
  let shop: PassportShop;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test that reads a wrong member fails by itself
  let passport: any;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    passport = await shop.published({
      gtin: GTIN,
      serial: 'S1',
      image_url: 'https://maker.example/drill.jpg',
      placed_on_market_on: '2026-03-01',
      rated_energy_wh: 545,
      dpp_payload: { material: 'steel', ...HIDDEN },
    });
  });
  afterAll(() => app.close());

  const until = (): string => new Date(Date.now() + 86_400_000).toISOString();
  const grantBody = (fields: object = {}) => ({
    audience: 'legitimate_interest',
    for: { passport_ids: [passport.passport_id] },
    to: { name: 'Werkstatt Nord', email: 'pass@werkstatt.example' },
    purpose: 'Repair',
    until: until(),
    ...fields,
  });
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  const grant = (fields: object = {}): Promise<any> => shop.good('POST', 'grants', grantBody(fields));
  const read = (path: string, token?: string): Promise<Answer> => app.call('GET', `/dpp/v1/${path}`, undefined, token);
  const dpp = (token?: string): Promise<Answer> => read(`dpps/${passport.uuid}`, token);

  it('give each audience only its points, however the grant selects passports', async () => {
    const everybody = await dpp();
    expect(everybody.text).not.toMatch(/POINT|repairs/);
    for (const covering of [
      { passport_ids: [passport.passport_id] },
      { gtins: ['9524000010018'] },
      { serials: [{ gtin: GTIN, serial: 'S1' }] },
      { template: 'tiny' },
    ]) {
      const { token } = await grant({ for: covering });
      const answer = await dpp(token);
      expect(answer.body).toEqual({ ...everybody.body, recipe: 'POINT2', repairs: 4 });
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('vary')).toContain('Authorization, Cookie');
      expect(answer.text).not.toContain('POINT3');
    }
    const authority = await dpp((await grant({ audience: 'authority' })).token);
    expect(authority.body).toEqual({ ...everybody.body, recipe: 'POINT2', supplier: 'POINT3' });
  });

  it('give only public data for other passports, and return 401 if invalid', async () => {
    const everybody = await dpp();
    const other = await grant({ for: { serials: [{ gtin: GTIN, serial: 'S2' }] } });
    const measuring = await grant({ scope: 'measure' });
    for (const { token } of [other, measuring]) expect((await dpp(token)).text).toBe(everybody.text);
    const revoked = await grant();
    await shop.good('POST', `grants/${revoked.id}/revoke`);
    const removed = await grant();
    await shop.good('DELETE', `grants/${removed.id}`);
    const expired = await grant();
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run('UPDATE passport_grant SET until = ? WHERE id = ?', ['2020-01-01T00:00:00.000Z', expired.id]),
      );
    for (const token of [revoked.token, removed.token, expired.token, 'made-up', await app.adminToken()]) {
      const answer = await dpp(token);
      expect([answer.status, answer.body.statusCode]).toEqual([401, 'ClientNotAuthorized']);
      expect(answer.text).not.toContain('POINT');
    }
    expect((await shop.good('GET', `grants/${revoked.id}`)).revoked_at).not.toBeNull();
  });

  const LEI = { scheme: 'lei', id: '529900T8BM49AURSDO55' };

  it('store the recipient’s operator and principal, and reject invalid identifiers', async () => {
    const to = { name: 'N', email: 'n@n.example', operator: LEI, on_behalf_of: 'Flotte Nord' };
    const { id } = await grant({ to });
    expect((await shop.good('GET', `grants/${id}`)).to).toEqual(to);
    const nobody = { ...to, operator: null, on_behalf_of: null };
    expect((await grant({ to: { name: 'N', email: 'n@n.example' } })).to).toEqual(nobody);
    for (const operator of [{ ...LEI, id: '529900T8BM49AURSDO56' }, { scheme: 'x', id: '1' }, { scheme: 'lei' }]) {
      const { status, text } = await shop.call('POST', 'grants', grantBody({ to: { ...to, operator } }));
      expect([status, text]).toEqual([400, expect.stringContaining('operator')]);
    }
  });

  it('return 401 while suspended, and cannot be resumed or renewed once revoked', async () => {
    const { id, token } = await grant();
    const act = (action: string, body?: object) => shop.call('POST', `grants/${id}/${action}`, body);
    expect((await act('suspend')).body.suspended_at).not.toBeNull();
    for (const path of [`dpps/${passport.uuid}`, 'dpps/unknown']) expect((await read(path, token)).status).toBe(401);
    const form = () => fetch(`${app.url}/dpp/${passport.uuid}/grant`, { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ token }) }); // prettier-ignore
    expect((await form()).headers.get('location')).toContain('grant=none');
    const again = await act('suspend');
    expect(again.status).toBe(200);
    expect((await act('resume')).body.suspended_at).toBeNull();
    expect((await dpp(token)).body.recipe).toBe('POINT2');
    const day = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
    expect((await act('renew', { until: day })).body.until).toBe(`${day}T23:59:59.999Z`);
    const late = new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10);
    for (const wrong of [late, '2020-01-01', 'soon']) expect((await act('renew', { until: wrong })).status).toBe(400);
    await act('revoke');
    for (const action of ['suspend', 'resume', 'renew'])
      expect((await act(action, action === 'renew' ? { until: day } : undefined)).status).toBe(400);
    const entries = await app.good('GET', `/rest/V1/audit/passportGrant/${id}`);
    expect(JSON.stringify(entries)).toContain('suspended_at');
  });

  it('can be renewed after they expire', async () => {
    const { id, token } = await grant();
    await app
      .get<Transactions>(Transactions)
      .write(() =>
        app
          .get<Database>(Database)
          .run('UPDATE passport_grant SET until = ? WHERE id = ?', ['2020-01-01T00:00:00.000Z', id]),
      );
    expect((await dpp(token)).status).toBe(401);
    await shop.good('POST', `grants/${id}/renew`, { until: until() });
    expect((await dpp(token)).status).toBe(200);
  });

  it('of one operator can be ended with a single call, which returns their number', async () => {
    const operator = { scheme: 'gln', id: '9524000000187' };
    const given = [];
    for (let made = 0; made < 3; made += 1)
      given.push(await grant({ to: { name: 'N', email: 'n@n.example', operator } }));
    await shop.good('POST', `grants/${given[0].id}/revoke`);
    const other = await grant({ to: { name: 'N', email: 'n@n.example', operator: LEI } });
    expect(await shop.good('POST', 'grants/end', { operator })).toEqual({ ended: 2 });
    expect(await shop.good('POST', 'grants/end', { operator })).toEqual({ ended: 0 });
    for (const { token } of given) expect((await dpp(token)).status).toBe(401);
    expect((await dpp(other.token)).status).toBe(200);
    for (const wrong of [{}, { operator: {} }, { operator: { scheme: 'gln', id: '1' } }])
      expect((await shop.call('POST', 'grants/end', wrong)).status).toBe(400);
    const token = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    for (const path of [`grants/${other.id}/suspend`, `grants/${other.id}/resume`, 'grants/end'])
      expect((await shop.call('POST', path, { operator }, token)).status).toBe(403);
  });

  it('have an audit entry with a digest for each group of readings', async () => {
    const { token } = await grant();
    await dpp(token);
    const field = 'searchCriteria[filter_groups][0][filters][0]';
    const newest = 'searchCriteria[sortOrders][0][field]=number&searchCriteria[sortOrders][0][direction]=DESC';
    const { items } = await app.good(
      'GET',
      `/rest/V1/audit/search?${field}[field]=resource&${field}[value]=passportAccess&${newest}`,
    );
    const [, readings] = items[0].records[0].changes.readings;
    expect(readings).toMatchObject({ count: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const [row] = await app.get<Database>(Database).query<{ n: number }>('SELECT COUNT(*) AS n FROM passport_access WHERE id BETWEEN ? AND ?', [readings.first, readings.last]); // prettier-ignore
    expect(Number(row?.n)).toBe(1);
  });

  it('return their token once and store only its hash; SKU routes ignore it', async () => {
    const { id, token } = await grant();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const shown = await shop.call('GET', `grants/${id}`);
    const listed = await shop.call('GET', 'grants/search?searchCriteria[filter_groups][0][filters][0][field]=audience&searchCriteria[filter_groups][0][filters][0][value]=legitimate_interest'); // prettier-ignore
    expect(listed.body.items.length).toBeGreaterThan(0);
    for (const { text } of [shown, listed]) expect(text).not.toContain(token);
    const rows = await app.get<Database>(Database).query('SELECT * FROM passport_grant');
    expect(JSON.stringify(rows)).not.toContain(token);
    const sku = await app.call('GET', `/rest/V1/dpp/passport/${passport.sku}`, undefined, token);
    expect(sku.text).toBe((await shop.read(passport.sku)).text);
  });

  it.each([
    ['an unknown audience', { audience: 'public' }],
    ['an empty selection', { for: {} }],
    ['a wrong GTIN', { for: { gtins: ['123'] } }],
    ['an unknown template', { for: { template: 'none' } }],
    ['a passport ID that is not a number', { for: { passport_ids: ['x'] } }],
    ['the ID of a future passport', { for: { passport_ids: [999_999] } }],
    ['too many passport IDs', { for: { passport_ids: Array.from({ length: 1001 }, (_, index) => index + 1) } }],
    ['a term of 365 days and one hour', { until: new Date(Date.now() + 365 * 86_400_000 + 3_600_000).toISOString() }],
    ['a term of 366 days', { until: new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10) }],
    ['an end in the past', { until: '2020-01-01' }],
    ['an end on a day that does not exist', { until: '2027-02-30T10:00Z' }],
    ['no recipient', { to: { name: ' ', email: 'a@b.example' } }],
    ['no purpose', { purpose: '' }],
  ])('are rejected with %s', async (_, fields) => {
    expect((await shop.call('POST', 'grants', grantBody(fields))).status).toBe(400);
  });

  it('can last 365 days and list up to 1,000 entries of each kind', async () => {
    const day = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
    const gtins = Array.from({ length: 1000 }, (_, index) =>
      withCheckDigit(`0952400${String(index).padStart(6, '0')}`),
    );
    const serials = gtins.map((gtin, index) => ({ gtin, serial: `SERIAL-${String(index).padStart(13, '0')}` }));
    const passport_ids = gtins.map(() => Number(passport.passport_id));
    const made = await grant({ until: day, for: { gtins, serials, passport_ids } });
    expect(made.until).toBe(`${day}T23:59:59.999Z`);
    expect((await shop.good('GET', `grants/${made.id}`)).for).toEqual({ gtins, serials, passport_ids, template: null });
    expect((await dpp(made.token)).status).toBe(200);
  });

  it('record who made them and who revoked them first', async () => {
    const publishing = await app.integrationToken('_Dpp::manage', '_Dpp::publish');
    const made = await grant();
    expect(made).toMatchObject({ made_by_kind: 'admin', made_by_id: expect.any(Number), revoked_by_kind: null, revoked_by_id: null }); // prettier-ignore
    const revoked = (await shop.call('POST', `grants/${made.id}/revoke`, undefined, publishing)).body;
    expect(revoked).toMatchObject({ made_by_kind: 'admin', revoked_by_kind: 'integration', revoked_by_id: expect.any(Number) }); // prettier-ignore
    await shop.good('DELETE', `grants/${made.id}`);
    expect(await shop.good('GET', `grants/${made.id}`)).toEqual(revoked);
    const given = (await shop.call('POST', 'grants', grantBody(), publishing)).body;
    expect([given.made_by_kind, given.made_by_id]).toEqual(['integration', revoked.revoked_by_id]);
    const found = await shop.good('GET', 'grants/search?searchCriteria[filter_groups][0][filters][0][field]=revoked_by_kind&searchCriteria[filter_groups][0][filters][0][value]=integration'); // prettier-ignore
    expect(found.items.map(({ id }: { id: number }) => id)).toEqual([made.id]);
  });

  it('require the right to publish', async () => {
    const reading = await app.integrationToken('_Dpp::manage', '_Dpp::save');
    expect((await shop.call('POST', 'grants', grantBody(), reading)).status).toBe(403);
    expect((await shop.call('GET', 'grants/1', undefined, reading)).status).toBe(200);
  });

  it('log each restricted reading before the answer, but no public ones', async () => {
    const { id, token } = await grant();
    const logged = async () =>
      (await shop.good('GET', `passports/${passport.passport_id}/access-log/search`)).items.filter(
        (one: { grant_id: number }) => one.grant_id === id,
      );
    await dpp();
    expect(await logged()).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => dpp(token)));
    const entries = await logged();
    expect(entries).toHaveLength(20);
    expect(entries[0]).toMatchObject({ passport_id: passport.passport_id, version: 1, points: '1+2+4' });
    const other = await shop.published();
    expect((await shop.good('GET', `passports/${other.passport_id}/access-log/search`)).items).toEqual([]);
  });

  it('return an EN 18222 error if the reading cannot be logged', async () => {
    const { token } = await grant();
    const log = app.get<AccessLog>(AccessLog);
    for (const [error, status] of [
      [new Unavailable(7), 503],
      [new Error('the log is broken at /var/x'), 500],
    ] as const) {
      const noting = jest.spyOn(log, 'note').mockRejectedValueOnce(error);
      const answer = await dpp(token);
      noting.mockRestore();
      expect([answer.status, answer.body.statusCode]).toEqual([status, 'ServerInternalError']);
      expect(answer.body.message).toEqual([
        { messageType: 'Exception', text: expect.any(String), code: String(status) },
      ]);
      expect(answer.headers.get('retry-after')).toBe(status === 503 ? '7' : null);
      expect(answer.text).not.toMatch(/POINT|var.x/);
    }
    expect((await dpp(token)).status).toBe(200);
  });

  it('give the points that the operator configured for the audience', async () => {
    const { token } = await grant({ audience: 'authority' });
    const settings = app.get<DppSettings>(DppSettings);
    const said = jest.replaceProperty(settings, 'audiences', audiencesOf(['authority=1+4', 'repairer=1+2']));
    const { body } = await dpp(token);
    said.restore();
    expect([body.recipe, body.supplier, body.repairs]).toEqual([undefined, undefined, 4]);
    expect((await dpp(token)).body).toMatchObject({ recipe: 'POINT2', supplier: 'POINT3' });
  });

  it('keep readings in the log for DPP_ACCESS_DAYS days', async () => {
    const { id, token } = await grant();
    await dpp(token);
    const days = 30;
    const ago = (ms: number): string => new Date(Date.now() - days * 86_400_000 + ms).toISOString();
    const database = app.get<Database>(Database);
    const add = (at: string, count: number): Promise<void> =>
      app.get<Transactions>(Transactions).write(async () => {
        const row = `(${passport.passport_id}, 1, ${id}, '1+2+4', '${at}')`;
        const rows = Array.from({ length: count }, () => row).join(', ');
        await database.run(`INSERT INTO passport_access (passport_id, version, grant_id, points, at) VALUES ${rows}`);
      });
    // More entries than one batch deletes, and one on either side of the limit.
    await add(ago(-86_400_000), 1200);
    await add(ago(-60_000), 1);
    await add(ago(60_000), 1);
    const left = async (): Promise<readonly string[]> =>
      (await database.query<{ at: string }>('SELECT at FROM passport_access WHERE grant_id = ? ORDER BY at', [id])).map(
        ({ at }) => at,
      );
    expect(await left()).toHaveLength(1203);
    const [schedule] = DPP_ROOM.schedules ?? [];
    const find: FindService = (token_) => app.get(token_);
    await schedule?.run({ find } as ScheduleRun, { DPP_ACCESS_DAYS: days } as PassportSettings);
    const kept = await left();
    expect(kept).toHaveLength(2);
    expect(kept[0]! > ago(0)).toBe(true);
    expect((await dpp(token)).status).toBe(200);
  });

  it('can read archived passports with their dppStatus', async () => {
    const archived = await shop.published({ dpp_payload: { material: 'wood', ...HIDDEN } });
    await shop.act(archived.passport_id, 'archive', { reason: 'recalled' });
    const { token } = await grant({ for: { passport_ids: [archived.passport_id] } });
    const foreign = await grant();
    const answer = await read(`dpps/${archived.uuid}`, token);
    expect([answer.status, answer.body.dppStatus, answer.body.recipe]).toEqual([200, 'invalid', 'POINT2']);
    for (const other of [undefined, foreign.token])
      expect((await read(`dpps/${archived.uuid}`, other)).status).toBe(404);
  });

  describe('in EN 18222 reads', () => {
    const element = (path: string, token?: string, more = '') =>
      read(`dpps/${passport.uuid}/elements/${encodeURIComponent(path)}${more}`, token);

    it('return one element; hidden elements return the same 404 as missing ones', async () => {
      const { token } = await grant();
      expect((await element('$.material')).body).toBe('steel');
      expect((await element("$['recipe']", token)).body).toBe('POINT2');
      expect((await element("$[ 'm\\u0061terial' ]")).body).toBe('steel');
      expect((await element('$.contentSpecificationIds[-1]')).body).toContain('/dpp/schema/tiny/');
      const [hidden, none] = [await element('$.recipe'), await element('$.nothing')];
      expect([hidden.status, hidden.text]).toEqual([404, none.text]);
      for (const failed of [
        hidden,
        await element('$.supplier', token),
        await element('$[', token),
        await dpp('made-up'),
      ])
        expect(failed.headers.get('cache-control')).toBe('private, no-store');
      expect((await element('$[')).status).toBe(400);
      expect((await element('$.elements[0].elementId', undefined, '?representation=full')).status).toBe(200);
    });

    it('return each element with its type and dictionary reference in full representation', async () => {
      const { body } = await read(`dpps/${passport.uuid}?representation=full`);
      const of = (id: string) => body.elements.find((one: { elementId: string }) => one.elementId === id);
      expect(of('material')).toEqual({
        elementId: 'material',
        dictionaryReference: expect.stringMatching(/\/dpp\/vocab\/tiny\/1#material$/),
        objectType: 'SingleValuedDataElement',
        valueDataType: 'xsd:string',
        value: 'steel',
      });
      expect(of('manufacturer').objectType).toBe('DataElementCollection');
      expect(of('image_url').valueDataType).toBe('xsd:anyURI');
      expect(of('placed_on_market_on').valueDataType).toBe('xsd:date');
      expect(of('rated_energy_wh').valueDataType).toBe('xsd:decimal');
      expect(of('product_name').objectType).toBe('MultiLanguageDataElement');
      expect(body.granularity).toBe('item');
      expect((await read(`dpps/${passport.uuid}?representation=half`)).status).toBe(400);
    });

    it('find products by their Digital Link, alone and in lists', async () => {
      const link = `https://id.example/01/${GTIN}/21/S1`;
      expect((await read(`dppsByProductId/${encodeURIComponent(link)}`)).text).toBe((await dpp()).text);
      expect((await read(`dppsByProductId/${encodeURIComponent(`${link}x`)}`)).status).toBe(404);
      const post = (body: unknown, query = '') => app.call('POST', `/dpp/v1/dppsByProductIds${query}`, body);
      const { digitalProductPassportId: id } = (await dpp()).body;
      for (const body of [{ productIds: [link, 'urn:none'] }, [link], { productId: [link] }])
        expect([(await post(body)).status, (await post(body)).body]).toEqual([200, { dppIds: [id] }]);
      for (const [body, query] of [
        [{ productId: 42 }],
        [{}],
        [[1]],
        [[link], '?cursor='],
        [[link], '?limit=0'],
        [[link], '?limit=1001'],
      ] as const)
        expect((await post(body, query)).status).toBe(400);
      const first = await post([link, link, link], '?limit=2');
      expect(first.body.dppIds).toEqual([id, id]);
      const stored = await post([link, link, link], '?storeId=1&limit=2');
      expect(stored.headers.get('link')).toBe(`<?storeId=1&limit=2&cursor=${stored.body.nextCursor}>; rel="next"`);
      const second = await post([link, link, link], `?limit=2&cursor=${first.body.nextCursor}`);
      expect(second.body).toEqual({ dppIds: [id] });
    });

    it('return the current version by date to everyone, older ones by grant', async () => {
      const revised = await shop.published({ dpp_payload: { material: 'one', ...HIDDEN } });
      const first = (await read(`dpps/${revised.uuid}`)).body.lastUpdated as string;
      await shop.act(revised.passport_id, 'revisions');
      await shop.good('PUT', `passports/${revised.passport_id}?replace=1`, {
        passport: { dpp_payload: { material: 'two' } },
      });
      await shop.act(revised.passport_id, 'publish');
      const { token } = await grant({ for: { passport_ids: [revised.passport_id] } });
      const at = (date: string, who?: string) => read(`dppsByIdAndDate/${revised.uuid}?date=${date}`, who);
      const now = new Date().toISOString();
      expect((await at(now)).body.material).toBe('two');
      expect((await at(first)).status).toBe(401);
      expect((await at(first, token)).body).toMatchObject({ material: 'one', recipe: 'POINT2', dppStatus: 'archived' });
      const foreign = await grant();
      expect((await at(first, foreign.token)).status).toBe(404);
      expect((await at('2020-01-01T00:00:00Z', token)).status).toBe(404);
      for (const none of ['yesterday', '2027-02-30T10:00Z', '2027-02-30', '0000-01-01T00:00:00%2B14:00'])
        expect((await at(none)).status).toBe(400);
      await shop.act(revised.passport_id, 'archive', { reason: 'recalled' });
      const later = new Date().toISOString();
      expect((await at(later, token)).body).toMatchObject({ material: 'two', dppStatus: 'invalid' });
      expect((await at(first, token)).body.material).toBe('one');
      expect((await at(later)).status).toBe(404);
    });

    it('return 501 for writes', async () => {
      const { token } = await grant();
      expect((await app.call('POST', '/dpp/v1/dpps', {})).status).toBe(401);
      expect((await app.call('POST', '/dpp/v1/dpps', {}, token)).status).toBe(501);
      expect((await app.call('DELETE', `/dpp/v1/dpps/${passport.uuid}`, undefined, token)).status).toBe(501);
    });
  });
});

describe('DPP_LIST_PER_MINUTE', () => {
  it('limits list searches per address over REST and GraphQL, but not single reads', async () => {
    const app = await startApp({ settings: { DPP_LIST_PER_MINUTE: '3', TRUST_PROXY: 'loopback' } });
    const from = { 'x-forwarded-for': '198.51.100.7' };
    const list = () => app.call('GET', '/rest/V1/dpp/passports', undefined, undefined, from);
    const graphql = (query: string) => app.call('POST', '/graphql', { query }, undefined, from);
    expect((await list()).status).toBe(200);
    expect((await graphql('{a: dppPassports{total_count} b: dppPassports{total_count}}')).status).toBe(200);
    const [rest, other] = [await list(), await graphql('{dppPassports{total_count}}')];
    expect([rest.status, other.status]).toEqual([429, 429]);
    for (const { headers } of [rest, other]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(rest.text).toContain('DPP_LIST_PER_MINUTE');
    for (let read = 0; read < 5; read += 1) {
      expect((await app.call('GET', '/rest/V1/dpp/passport/NONE', undefined, undefined, from)).status).toBe(200);
      expect((await graphql('{dppPassportBySku(sku:"NONE"){sku}}')).status).toBe(200);
    }
    const elsewhere = { 'x-forwarded-for': '198.51.100.8' };
    expect((await app.call('GET', '/rest/V1/dpp/passports', undefined, undefined, elsewhere)).status).toBe(200);
    await app.close();
  });
});
