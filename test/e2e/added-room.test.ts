import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { JOB_PROGRAM as HOUSE_PROGRAM } from '../../src/boot/job-workers.js';
import { ROOMS } from '../../src/app.module.js';
import { runCommand } from '../../src/cli/program.js';
import { readSettings, SettingsRefused } from '../../src/config/config.js';
import { CLUB_ROOM } from '../example-room/room.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { exported, filesIn, imported, newFolder, removeExports } from '../support/export.js';

const rooms = [...ROOMS, CLUB_ROOM];
const JOB_PROGRAM = join(__dirname, '..', 'support', 'club-job-worker.ts');

describeOnDatabases('a custom module', (kind) => {
  let app: TestApp;
  let group: number;

  /** Runs a CLI command and returns its output. */
  const kontor = async (...args: readonly string[]): Promise<string> => {
    const { DATABASE_URL, JWT_SECRET = '', PUBLIC_BASE_URL = '' } = testSettings(app.databaseUrl);
    const before = { ...process.env };
    Object.assign(process.env, { DATABASE_URL, JWT_SECRET, PUBLIC_BASE_URL });
    const printed: string[] = [];
    const output = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    try {
      await runCommand(['node', 'kontor', ...args], rooms);
    } finally {
      output.mockRestore();
      process.env = before;
    }
    return printed.join('');
  };

  const quote = async (question: object = {}) => {
    const body = { sku: 'LANTERN', qty: 10, customer_group_id: group, explain: 1, ...question };
    return app.good('POST', '/rest/V1/pricing/get-final-price', body);
  };

  beforeAll(async () => {
    app = await startApp({ database: kind, rooms, jobProgram: JOB_PROGRAM });
    await app.good('POST', '/rest/V1/commerce/products', { product: { id: 7, sku: 'LANTERN', name: 'L', price: 20 } });
    const search = 'searchCriteria[filter_groups][0][filters][0]';
    const path = `/rest/V1/commerce/customerGroups/search?${search}[field]=code&${search}[value]=Club`;
    [{ id: group }] = (await app.good('GET', path)).items;
    for (const [qty, value] of [
      [1, 18],
      [10, 15],
    ])
      await app.good('POST', '/rest/V1/pricing/clubprice', {
        clubPrice: { customer_group_id: group, sku: 'LANTERN', qty, value },
      });
  });
  afterAll(async () => {
    await app.close();
    removeExports();
  });

  it('has its own table, routes and operation', async () => {
    const { items, total_count } = await app.good('GET', '/rest/V1/pricing/clubprice/search?searchCriteria=');
    expect([total_count, items[0]]).toEqual([2, expect.objectContaining({ product_id: 7, sku: 'LANTERN', value: 18 })]);
    expect(await app.good('GET', `/rest/V1/clubs/${group}`)).toEqual({
      customer_group_id: group,
      prices: 2,
      prices_max: 1000,
    });
    expect((await app.call('GET', `/rest/V1/clubs/${group}`)).status).toBe(401);
    const reader = await app.integrationToken('_Club::manage');
    expect((await app.call('GET', `/rest/V1/clubs/${group}`, undefined, reader)).status).toBe(200);
  });

  it('accepts rows in bulk by business keys', async () => {
    const row = { customer_group_code: 'Club', sku: 'LANTERN', qty: 50, value: 12 };
    const records = [row, { ...row, sku: 'NONE' }];
    expect(await app.good('POST', '/rest/V1/pricing/clubprice/bulk', { records })).toMatchObject({
      created: 1,
      failed: 1,
    });
  });

  it('has its deferred calls run by job processes with the same modules', async () => {
    const clubPrice = { customer_group_id: group, sku: 'LANTERN', qty: 70, value: 11 };
    const answer = await app.call('POST', '/rest/async/V1/pricing/clubprice', { clubPrice }, await app.adminToken());
    expect(answer.status).toBe(202);
    for (;;) {
      const [done] = (await app.good('GET', `/rest/V1/bulk/${answer.body.bulk_uuid}/detailed-status`)).operations_list;
      if (done.status === 4) {
        await delay(50);
        continue;
      }
      expect(done.status).toBe(1);
      const { id } = JSON.parse(done.result_serialized_data) as { readonly id: number };
      await app.good('DELETE', `/rest/V1/pricing/clubprice/${id}`);
      return;
    }
  });

  it('leaves its jobs waiting if the job program is missing or lacks the module', async () => {
    const refused = async (options: { readonly jobProgram?: string }, line: RegExp): Promise<void> => {
      const other = await startApp({ database: kind, rooms, ...options });
      try {
        const clubPrice = { customer_group_id: 1, sku: 'NONE', qty: 1, value: 1 };
        const token = await other.adminToken();
        const { body } = await other.call('POST', '/rest/async/V1/pricing/clubprice', { clubPrice }, token);
        await other.logs.until(({ msg }) => line.test(msg ?? ''));
        const { operations_list } = await other.good('GET', `/rest/V1/bulk/${body.bulk_uuid}/status`);
        expect(operations_list).toMatchObject([{ status: 4 }]);
      } finally {
        await other.close();
      }
    };
    await refused({}, /custom modules but no job program/);
    await refused({ jobProgram: HOUSE_PROGRAM }, /a job worker process exited/);
  });

  it('takes part in pricing: quantities, explanations and the order of price sources', async () => {
    expect(await quote()).toMatchObject({
      final_price: 15,
      applied: { price_code: 'club_price', record_type: 'clubPrice' },
    });
    expect(await quote({ qty: 1 })).toMatchObject({ final_price: 18 });
    expect(await quote({ customer_group_id: 0 })).toMatchObject({
      final_price: 20,
      applied: { price_code: 'orig_price' },
    });
    const { candidates } = await quote();
    expect(candidates.map((one: { price_code: string }) => one.price_code)).toContain('club_price');
    const settings = { price_select: 'sort_order', price_sort_order: ['orig_price', 'club_price'] };
    await app.good('PUT', '/rest/V1/commerce/priceSettings/0', { priceSettings: settings });
    expect(await quote()).toMatchObject({ final_price: 20 });
    const { price_sort_order } = await app.good('GET', '/rest/V1/commerce/priceSettings/0');
    expect(price_sort_order).toEqual(['orig_price', 'club_price']);
    const nothing = { price_select: null, price_sort_order: null };
    await app.good('PUT', '/rest/V1/commerce/priceSettings/0', { priceSettings: nothing });
  });

  it('takes part in simulations', async () => {
    const changes = [
      {
        resource: 'clubPrice',
        op: 'add',
        record: { customer_group_id: group, sku: 'LANTERN', qty: 10, website_id: 1, value: 11 },
      },
    ];
    const simulation = { changes, customer_group_id: group, items: [{ sku: 'LANTERN', qty: 10 }] };
    const answer = await app.call('POST', '/rest/V1/pricing/simulate', simulation, await app.adminToken());
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.stringContaining('club_price')]);
  });

  it('adds its changes to the change log', async () => {
    const { items } = await app.good('GET', '/rest/V1/pricing/changes');
    expect(items).toContainEqual(expect.objectContaining({ scope: 'club', id: group, product_id: 7 }));
  });

  it('appears in the OpenAPI document, including shared enums', async () => {
    const { paths, components } = await app.good('GET', '/rest/schema');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/V1/pricing/clubprice', '/V1/pricing/clubprice/bulk', '/V1/clubs/{customerGroupId}']),
    );
    const schemas = JSON.stringify(components.schemas);
    expect(schemas).toContain('"product_customer_matrix","club_price","pricelist"');
    expect(schemas).toContain('"list","club","category"');
  });

  it('creates its first records at start', () => {
    expect(app.logs.all.map(({ msg }) => msg)).toContain('the group Club is made');
  });

  it('runs its schedule', async () => {
    const old = { customer_group_id: group, sku: 'LANTERN', qty: 1, value: 1, to_date: '2020-01-31' };
    const { id } = await app.good('POST', '/rest/V1/pricing/clubprice', { clubPrice: old });
    await app.server.schedules.runHourly();
    expect((await app.call('GET', `/rest/V1/pricing/clubprice/${id}`, undefined, await app.adminToken())).status).toBe(
      404,
    );
    expect(await app.good('GET', `/rest/V1/clubs/${group}`)).toMatchObject({ prices: 3 });
  });

  it('takes part in export and import', async () => {
    const folder = await exported(app, ['example-club']);
    expect(Object.keys(filesIn(folder))).toEqual(['club_price.csv']);
    expect(filesIn(folder)['club_price.csv']?.split('\n')[1]).toContain('Club,LANTERN');
    expect((await imported(app, folder)).files).toEqual([expect.objectContaining({ unchanged: 3, failed: 0 })]);
  });

  it('appears in the commands of the command line', async () => {
    expect(await kontor('operations')).toMatch(/GET +\/rest\/V1\/clubs\/:customerGroupId +exampleClubV1Get/);
    expect(await kontor('migrate')).toBe('The schema is up to date.\n');
    const folder = newFolder();
    expect(await kontor('export', folder, '--area', 'example-club')).toContain('club_price.csv  3 rows');
    expect(readFileSync(join(folder, 'club_price.csv'), 'utf8').split('\n')).toHaveLength(5);
    expect(await kontor('import', folder)).toContain('3 unchanged');
    expect(process.exitCode).toBeUndefined();
  });

  it('has settings that are validated and used like the others', async () => {
    expect(readSettings({ CLUB_PRICES_MAX: '9' }, rooms)).toMatchObject({ CLUB_PRICES_MAX: 9, CLUB_PRICES_DAYS: 400 });
    expect(readSettings({}, rooms).ADD_ONS).toContain('example-club');
    expect(() => readSettings({ PORT: 'x', CLUB_PRICES_MAX: '0', PRICING_SEGMENT: 'clubs' }, rooms)).toThrow(
      new SettingsRefused([
        'PORT is "x". Set it to a whole number from 0 to 65535.',
        'PRICING_SEGMENT is "clubs". Set it to a segment of lowercase letters, digits and hyphens that starts with a letter and that no other module uses.',
        'CLUB_PRICES_MAX is "0". Set it to a whole number from 1 to 100000.',
      ]),
    );
    const small = await startApp({ database: kind, rooms, settings: { CLUB_PRICES_MAX: '1' } });
    try {
      await small.good('POST', '/rest/V1/commerce/products', { product: { id: 7, sku: 'L', name: 'L', price: 20 } });
      const price = (qty: number) => ({ clubPrice: { customer_group_id: 1, sku: 'L', qty, value: 1 } });
      await small.good('POST', '/rest/V1/pricing/clubprice', price(1));
      const refused = await small.call('POST', '/rest/V1/pricing/clubprice', price(2), await small.adminToken());
      expect([refused.status, refused.body.message]).toEqual([400, 'A club has at most %most prices.']);
    } finally {
      await small.close();
    }
  });

  it('stops the server from starting if it does not declare its rights', async () => {
    const silent = { ...CLUB_ROOM, manifest: { ...CLUB_ROOM.manifest, rights: [] } };
    await expect(startApp({ database: kind, rooms: [...ROOMS, silent] })).rejects.toThrow(
      'no installed module declares the rights _Club::manage, _Club::save, _Club::delete',
    );
  });

  it('can be switched off, except for its table', async () => {
    const other = await startApp({ database: kind, rooms, addOns: ['pricing-calc'] });
    try {
      expect((await other.call('GET', '/rest/V1/clubs/1', undefined, await other.adminToken())).status).toBe(404);
      expect(JSON.stringify(await other.good('GET', '/rest/schema'))).not.toContain('/clubprice');
    } finally {
      await other.close();
    }
  });
});
