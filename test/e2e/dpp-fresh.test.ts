import { openLog } from '../../src/boot/logging.js';
import { type RunningServer, startServer } from '../../src/boot/server.js';
import { startApp, type TestApp, testSettings } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { PassportShop } from '../support/passport-shop.js';

const ROUNDS = 10;

describeOnDatabases('passport caches of two servers with one database', (database) => {
  let app: TestApp;
  let other: RunningServer;
  let shop: PassportShop;

  beforeAll(async () => {
    app = await startApp({ database });
    shop = await new PassportShop(app).open();
    const settings = testSettings(app.databaseUrl);
    other = await startServer(settings, openLog(process.stdout, { write: () => undefined }));
  });
  afterAll(async () => {
    await other.stop();
    await app.close();
  });

  /** The public version on the other server, by REST and GraphQL; undefined if there is none. */
  const read = async (sku: string): Promise<readonly (number | undefined)[]> => {
    const url = `http://127.0.0.1:${other.port}`;
    const rest = (await (await fetch(`${url}/rest/V1/dpp/passport/${sku}`)).json()) as { version: number } | null;
    const body = JSON.stringify({ query: `{dppPassportBySku(sku:"${sku}"){version}}` });
    const headers = { 'content-type': 'application/json' };
    const { data } = (await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json()) as {
      data: { dppPassportBySku: { version: number } | null };
    };
    return [rest?.version, data.dppPassportBySku?.version];
  };

  it('never return an older state than the other server published or archived', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { passport_id: id, sku } = await shop.draft();
      expect(await read(sku)).toEqual([undefined, undefined]);
      await shop.act(id, 'publish');
      expect(await read(sku)).toEqual([1, 1]);
      await shop.act(id, 'revisions');
      expect(await read(sku)).toEqual([1, 1]);
      await shop.act(id, 'publish');
      expect(await read(sku)).toEqual([2, 2]);
      await shop.act(id, 'archive', { reason: 'recalled' });
      expect(await read(sku)).toEqual([undefined, undefined]);
    }
  });

  it('return the passport that the SKU refers to now', async () => {
    const sku = shop.sku();
    const uuid = async () =>
      ((await (await fetch(`http://127.0.0.1:${other.port}/rest/V1/dpp/passport/${sku}`)).json()) as { uuid: string })
        .uuid;
    const item = await shop.published({ sku, batch: 'L1', serial: 'S1' });
    expect(await uuid()).toBe(item.uuid);
    const model = await shop.published({ sku });
    expect(await uuid()).toBe(model.uuid);
    await shop.act(model.passport_id, 'archive', { reason: 'recalled' });
    expect(await uuid()).toBe(item.uuid);
  });

  it('resolve a store code to its current store view', async () => {
    const token = await app.adminToken();
    const store = { code: 'moving', name: 'Moving', website_id: 1, locale: 'en-GB' };
    const read = async (code: string) =>
      (await fetch(`http://127.0.0.1:${other.port}/rest/${code}/V1/dpp/passport/SKU-of-nobody`)).status;
    expect(await read('moving')).toBe(400);
    const { id } = await app.good('POST', '/rest/V1/commerce/stores', { store });
    expect([await read('moving'), await read('moving')]).toEqual([200, 200]);
    await app.good('PUT', `/rest/V1/commerce/stores/${id}`, { store: { code: 'moved' } });
    expect([await read('moving'), await read('moved')]).toEqual([400, 200]);
    await app.call('DELETE', `/rest/V1/commerce/stores/${id}`, undefined, token);
    expect(await read('moved')).toBe(400);
  });

  it('use the change log, whose passport entries the price feed omits', async () => {
    const changes = async (since: number) =>
      (await app.good('GET', `/rest/V1/pricing/changes?since=${since}`)) as { items: object[]; next: number };
    const before = await changes(0);
    await shop.published();
    const after = await changes(before.next);
    expect(after.items).toEqual([]);
    expect(after.next).toBeGreaterThan(before.next);
  });
});
