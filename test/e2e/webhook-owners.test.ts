import { Database, Persistence } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { ADD_WEBHOOK_OWNER } from '../../src/webhooks/migrations/20261127010000-webhook-owner.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const WAIT_MS = 20_000;
const WEBHOOKS = ['_Webhooks::manage', '_Webhooks::save', '_Webhooks::delete'] as const;
const COMMERCE = '_Commerce::manage';

const until = async (is: () => boolean | Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    if (await is()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it did not come to that');
};

interface Account {
  readonly id: number;
  readonly token: string;
}

describeOnDatabases('the owner of a webhook', (database) => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let other: WebhookReceiver;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ database, settings: { PUBLIC_BASE_URL: 'http://127.0.0.1:3000' } });
  });
  beforeEach(async () => {
    receiver = await new WebhookReceiver().start();
    other = await new WebhookReceiver().start();
  });
  afterEach(async () => {
    const { items } = await app.good('GET', '/rest/V1/webhooks/search?searchCriteria[pageSize]=100');
    for (const { id } of items) await app.good('DELETE', `/rest/V1/webhooks/${id}`);
    await receiver.stop();
    await other.stop();
  });
  afterAll(() => app.close());

  const INTEGRATIONS = '/rest/V1/access/integrations';
  const account = async (...resources: readonly string[]): Promise<Account> => {
    made += 1;
    const { id } = await app.good('POST', INTEGRATIONS, { integration: { name: `of webhooks ${made}`, resources } });
    return { id, token: await app.good('POST', `${INTEGRATIONS}/${id}/rotate`) };
  };
  const rights = (id: number, ...resources: readonly string[]) =>
    app.good('PUT', `${INTEGRATIONS}/${id}`, { integration: { resources } });
  const webhook = async (by: Account, fields: object = {}): Promise<number> => {
    const { id } = await app.good('POST', '/rest/V1/webhooks', { webhook: { url: receiver.url, ...fields } }, by.token);
    receiver.secret = await app.good('POST', `/rest/V1/webhooks/${id}/rotate`, undefined, by.token);
    return id;
  };
  const read = (id: number) => app.good('GET', `/rest/V1/webhooks/${id}`);
  const change = (by: Account, id: number, fields: object) =>
    app.call('PUT', `/rest/V1/webhooks/${id}`, { webhook: fields }, by.token);
  const take = (by: Account, id: number) => app.call('POST', `/rest/V1/webhooks/${id}/take`, undefined, by.token);
  const log = (id: number, by?: Account) => app.good('GET', `/rest/V1/webhooks/${id}/deliveries`, undefined, by?.token);
  const product = (): Promise<{ sku: string }> => {
    made += 1;
    return app.good('POST', '/rest/V1/commerce/products', { product: { sku: `OWN-${made}`, name: 'A', price: 1 } });
  };
  const group = (): Promise<{ id: number }> => {
    made += 1;
    return app.good('POST', '/rest/V1/customerdocuments/category', { documentCategory: { name: `Own ${made}` } });
  };
  const written = async (sql: string, params: readonly (string | number)[] = []): Promise<void> => {
    await app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, params));
  };
  const keys = (from: WebhookReceiver) => from.received.map(({ data }) => data['resource']);

  it('is its creator, and clients cannot change it', async () => {
    const one = await account(...WEBHOOKS);
    const { id, owner } = await app.good(
      'POST',
      '/rest/V1/webhooks',
      { webhook: { url: receiver.url, owner: 'admin:1' } },
      one.token,
    );
    expect(owner).toBe(`integration:${one.id}`);
    expect((await change(one, id, { owner: 'admin:1', description: 'x' })).body.owner).toBe(owner);
  });

  it('receives only events that its current rights allow', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['*'] });
    await group();
    await product();
    await until(() => keys(receiver).includes('product'));
    await rights(one.id, ...WEBHOOKS);
    await product();
    // Events are sent in order: once this one arrives, the product was skipped.
    await change(one, id, { description: 'seen' });
    await until(() => receiver.received.some(({ data }) => JSON.stringify(data).includes('seen')));
    await rights(one.id, ...WEBHOOKS, COMMERCE);
    await product();
    await until(() => keys(receiver).filter((resource) => resource === 'product').length >= 2);
    // The owner can also read its own webhook.
    const resources = new Set(['product', 'webhook']);
    expect(keys(receiver).filter((resource) => !resources.has(String(resource)))).toEqual([]);
    expect(keys(receiver).filter((resource) => resource === 'product')).toHaveLength(2);
    expect(receiver.received.some(({ data }) => JSON.stringify(data).includes('Own '))).toBe(false);
    expect(JSON.stringify((await log(id)).items)).not.toContain('documentCategory');
  });

  it('that has lost a right neither receives waiting events nor reads them in the log', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['product.*', 'documentCategory.*'] });
    receiver.answer = () => 500;
    const { sku } = await product();
    await until(async () => (await log(id)).total_count === 1 && receiver.tried.length > 0);
    await rights(one.id, ...WEBHOOKS);
    receiver.answer = () => 200;
    await until(async () => {
      await written('UPDATE webhook_cursor SET next_at = 0');
      await written('UPDATE webhook_delivery SET next_at = 0');
      return (await log(id)).items[0].state === 'withheld';
    });
    expect(receiver.received).toEqual([]);
    const [shown] = (await log(id, one)).items;
    expect(shown).toMatchObject({ type: 'product.created', subject: 'product', payload: { type: 'product.created' } });
    expect(JSON.stringify(shown)).not.toContain(sku);
    expect(JSON.stringify((await log(id)).items)).toContain(sku);
  });

  it('changes with the URL, which requires the rights to its events and ends the secret', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['product.*'] });
    const thief = await account(...WEBHOOKS);
    const refused = await change(thief, id, { url: other.url });
    expect([refused.status, refused.body.parameters]).toEqual([403, { resources: COMMERCE }]);
    expect(await read(id)).toMatchObject({ url: receiver.url, owner: `integration:${one.id}` });

    const heir = await account(...WEBHOOKS, COMMERCE);
    expect((await change(heir, id, { url: other.url })).body.owner).toBe(`integration:${heir.id}`);
    other.secret = receiver.secret;
    await product();
    await until(async () => (await log(id)).total_count > 0);
    expect([other.tried, receiver.received]).toEqual([[], []]);
    other.secret = await app.good('POST', `/rest/V1/webhooks/${id}/rotate`, undefined, heir.token);
    await until(() => other.received.length > 0);
    expect(other.received[0]?.signatures).toBe(1);
    expect(other.falsified).toEqual([]);
  });

  it.each([
    ['the events, then the URL', COMMERCE, (by: Account, id: number) => change(by, id, { events: ['customer.*'] })],
    [
      'the events without the rights to them, then the URL',
      '_Pricing::manage',
      (by: Account, id: number) => change(by, id, { events: ['customer.*'] }),
    ],
    ['the owner by taking it over, then the URL', COMMERCE, (by: Account, id: number) => take(by, id)],
  ])("ends the former owner's secret, but not its own, by changing %s", async (_, right, become) => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['product.*'] });
    const second = await account(...WEBHOOKS, right);
    expect((await become(second, id)).body.owner).toBe(`integration:${second.id}`);
    const secrets = () =>
      app.get<Database>(Database).query('SELECT owner FROM webhook_secret WHERE webhook_id = ?', [id]);
    expect(await secrets()).toEqual([{ owner: `integration:${one.id}` }]);
    expect((await change(second, id, { url: other.url })).status).toBe(200);
    expect(await secrets()).toEqual([]);
    await app.good('POST', `/rest/V1/webhooks/${id}/rotate`, undefined, second.token);
    expect((await change(second, id, { url: receiver.url })).status).toBe(200);
    expect(await secrets()).toEqual([{ owner: `integration:${second.id}` }]);
  });

  it('changes with the events, but not with other fields', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['product.*'] });
    const second = await account(...WEBHOOKS);
    for (const fields of [{ description: 'x' }, { filter: ['A'] }, { url: receiver.url, events: ['product.*'] }])
      expect((await change(second, id, fields)).body.owner).toBe(`integration:${one.id}`);
    expect((await change(second, id, { events: ['*'] })).body.owner).toBe(`integration:${second.id}`);
  });

  it.each(['deactivated', 'deleted'])(
    'that is %s deactivates it, until a caller with the rights takes it over',
    async (how) => {
      const one = await account(...WEBHOOKS, COMMERCE);
      const id = await webhook(one, { events: ['product.*'] });
      if (how === 'deleted') await app.good('DELETE', `${INTEGRATIONS}/${one.id}`);
      else await app.good('PUT', `${INTEGRATIONS}/${one.id}`, { integration: { is_active: 0 } });
      await app.logs.until((line) => line.msg === 'webhook_switched_off' && line['webhook'] === id);
      expect(await read(id)).toMatchObject({ is_active: 0, switched_off: 'owner' });
      const [entry] = (await app.good('GET', `/rest/V1/audit/webhook/${id}`)).items;
      expect(entry.records[0].changes).toMatchObject({ is_active: [1, 0], switched_off: [null, 'owner'] });

      const second = await account(...WEBHOOKS);
      expect((await take(second, id)).status).toBe(403);
      await rights(second.id, ...WEBHOOKS, COMMERCE);
      expect((await take(second, id)).body).toMatchObject({ is_active: 1, owner: `integration:${second.id}` });
      const { sku } = await product();
      await until(() => receiver.received.some(({ data }) => data['key'] === sku));
      expect(receiver.falsified).toEqual([]);
    },
  );

  it('that takes it over reactivates it only if it was deactivated with its owner', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const id = await webhook(one, { events: ['product.*'] });
    await written("UPDATE webhook SET is_active = 0, switched_off = 'failing' WHERE id = ?", [id]);
    const second = await account(...WEBHOOKS, COMMERCE);
    const taken = { is_active: 0, switched_off: 'failing', owner: `integration:${second.id}` };
    expect((await take(second, id)).body).toMatchObject(taken);
    expect(await read(id)).toMatchObject(taken);
  });

  it('is set by the migration to the last writer, or the webhook is deactivated', async () => {
    const one = await account(...WEBHOOKS, COMMERCE);
    const second = await account(...WEBHOOKS, COMMERCE);
    const known = await webhook(one, { events: ['product.*'] });
    await change(second, known, { events: ['customer.*'] });
    await change(one, known, { description: 'not this one' });
    const unknown = await webhook(one);
    await written('DELETE FROM audit_entry WHERE record_id = ? AND resource = ?', [unknown, 'webhook']);
    // In one step, so that no sender sees active webhooks without owners meanwhile.
    await app.get<Persistence>(Persistence).connections.schema(async (runner) => {
      await runner.query('UPDATE webhook SET owner = NULL');
      await ADD_WEBHOOK_OWNER.up(runner);
    });
    expect(await read(known)).toMatchObject({ is_active: 1, owner: `integration:${second.id}` });
    expect(await read(unknown)).toMatchObject({ is_active: 0, owner: null, switched_off: 'owner' });
  });
});
