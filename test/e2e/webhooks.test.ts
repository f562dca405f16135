import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Database } from '../../libs/database/index.js';
import { Transactions } from '../../libs/kernel/index.js';
import { SecretKeys } from '../../src/access/adapters/crypto/secret-keys.js';
import { RotateSecrets } from '../../src/access/index.js';
import type { TestApp } from '../support/app.js';
import { KeepEvents } from '../../src/audit/adapters/process/keep-events.js';
import { SqlAuditEvents } from '../../src/audit/adapters/sql/sql-audit-events.js';
import { Deliveries, Receivers } from '../../src/webhooks/ports/deliveries.js';
import { describeOnDatabases } from '../support/databases.js';
import { DocumentShop } from '../support/document-shop.js';
import { doJobs } from '../support/done-jobs.js';
import { PassportShop } from '../support/passport-shop.js';
import { Shop } from '../support/shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

describeOnDatabases('webhooks', (database) => {
  let app: TestApp;
  let documents: DocumentShop;
  let shop: Shop;
  let customer: number;
  let receiver: WebhookReceiver;
  let keys: string;

  beforeAll(async () => {
    keys = join(mkdtempSync(join(tmpdir(), 'kontor-webhooks-')), 'keys');
    writeFileSync(keys, `older:${randomBytes(32).toString('hex')}`);
    const settings = { PUBLIC_BASE_URL: 'http://127.0.0.1:3000', SECRETS_KEY: '', SECRETS_KEY_FILE: keys };
    documents = await DocumentShop.open({ database, settings });
    app = documents.app;
    shop = new Shop(app);
    customer = (await shop.commerce('customers', 'customer', { customer_number: 'C1' })).id;
  });

  beforeEach(async () => {
    receiver = await new WebhookReceiver().start();
  });

  afterEach(async () => {
    const { items } = await app.good('GET', '/rest/V1/webhooks/search?searchCriteria[pageSize]=100');
    for (const { id } of items) await app.good('DELETE', `/rest/V1/webhooks/${id}`);
    await receiver.stop();
  });

  afterAll(async () => {
    await documents.close();
    rmSync(dirname(keys), { recursive: true });
  });

  const make = async (fields: object = {}, to = receiver): Promise<number> => {
    const { id } = await app.good('POST', '/rest/V1/webhooks', { webhook: { url: to.url, ...fields } });
    to.secret = await app.good('POST', `/rest/V1/webhooks/${id}/rotate`);
    return id;
  };
  /** Runs this with a further receiver of all events, which shows how far the sender has come. */
  const withWitness = async (work: (witness: WebhookReceiver) => Promise<void>): Promise<void> => {
    const witness = await new WebhookReceiver().start();
    try {
      await make({}, witness);
      await work(witness);
    } finally {
      await witness.stop();
    }
  };
  const log = (id: number) => app.good('GET', `/rest/V1/webhooks/${id}/deliveries`);
  const run = async (sql: string, params: readonly (string | number)[] = []): Promise<void> => {
    await app.get<Transactions>(Transactions).write(() => app.get<Database>(Database).run(sql, params));
  };
  /** Ends the pauses before the next attempts. */
  const hurry = async (): Promise<void> => {
    await run('UPDATE webhook_cursor SET next_at = 0');
    await run('UPDATE webhook_delivery SET next_at = 0');
  };
  const price = async (value = 9): Promise<{ readonly id: number; readonly sku: string }> => {
    const sku = await shop.product({ price: 10 });
    return { id: (await shop.customerPrice({ customer_id: customer, sku, value })).id, sku };
  };

  it('report created, changed and deleted records in order, with a signature', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    const made = await price(9);
    await app.good('PUT', `/rest/V1/pricing/customerprice/${made.id}`, { customerPrice: { value: 8 } });
    await app.good('DELETE', `/rest/V1/pricing/customerprice/${made.id}`);
    await until(() => receiver.received.length >= 3);
    expect(receiver.falsified).toEqual([]);
    expect(receiver.received.map(({ type }) => type)).toEqual([
      'customerPrice.created',
      'customerPrice.updated',
      'customerPrice.deleted',
    ]);
    expect(receiver.received[1]?.data).toMatchObject({
      resource: 'customerPrice',
      id: made.id,
      caller: expect.stringMatching(/^admin:/) as string,
      changes: { value: [9, 8] },
    });
    await until(async () => (await log(id)).items.every(({ state }: { state: string }) => state === 'delivered'));
    expect((await log(id)).items[0]).toMatchObject({
      type: 'customerPrice.deleted',
      tries: 1,
      status: 200,
      error: null,
    });
  });

  it('report changed prices with their scopes and products', async () => {
    await make({ events: ['price.changed'] });
    const { sku } = await price();
    await until(() => JSON.stringify(receiver.received).includes(sku));
    expect(new Set(receiver.received.map(({ type }) => type))).toEqual(new Set(['price.changed']));
    expect(receiver.received.every(({ data }) => typeof data['version'] === 'number')).toBe(true);
  });

  it('report prices that change when a new day starts', async () => {
    const sku = await shop.product({ price: 10 });
    const { items } = await app.good('GET', '/rest/V1/commerce/websites/search?searchCriteria[pageSize]=100');
    const website = items.find(({ id }: { id: number }) => id !== 0) as { id: number; timezone: string };
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: website.timezone }).format(new Date());
    const starts = await shop.customerPrice({ customer_id: customer, sku, value: 7, from_date: day });
    const id = await make({ events: ['price.changed'], filter: [sku] });
    // Waits until the server has stored the last reported day.
    await until(async () => {
      const row = await app
        .get<Database>(Database)
        .queryOne('SELECT day FROM webhook_day WHERE website_id = ?', [website.id]);
      return row !== undefined;
    });
    receiver.received.length = 0;
    // A webhook gets no events of a day that started before it was created.
    await run('UPDATE webhook_day SET day = ? WHERE website_id = ?', ['2020-01-01', website.id]);
    await until(async () => {
      const row = await app
        .get<Database>(Database)
        .queryOne<{ day: string }>('SELECT day FROM webhook_day WHERE website_id = ?', [website.id]);
      return row?.day === day;
    });
    expect((await log(id)).items.some(({ payload }: { payload: { data: object } }) => 'day' in payload.data)).toBe(
      false,
    );
    // Makes the webhook older than the day.
    await run('UPDATE webhook_cursor SET begun_at = 0');
    await run('UPDATE webhook_day SET day = ? WHERE website_id = ?', ['2020-01-01', website.id]);
    await until(() => receiver.received.some(({ data }) => data['day'] === day));
    const event = receiver.received.find(({ data }) => data['day'] === day);
    expect(event?.data).toMatchObject({
      website_id: website.id,
      changes: [{ scope: 'customerPrice', id: starts.id, sku }],
    });
  });

  it('report published passports, published and downloaded documents, and finished jobs', async () => {
    await make({ events: ['passport.published', 'document.published', 'document.downloaded', 'job.done'] });
    await (await new PassportShop(app).open()).published();
    const document = await documents.local({ customer_ids: [customer], is_public: 1 }, 'told');
    expect((await app.call('GET', `/rest/V1/customerdocuments/public/${document}/content`)).status).toBe(200);
    await app.get<KeepEvents>(KeepEvents).store();
    await app.get<SqlAuditEvents>(SqlAuditEvents).seal('9999', 100);
    const accepted = await app.call(
      'POST',
      '/rest/async/V1/commerce/products',
      { product: { sku: 'A-1', name: 'A' } },
      await app.adminToken(),
    );
    expect(accepted.status).toBe(202);
    await doJobs(app);
    await until(() => new Set(receiver.received.map(({ type }) => type)).size === 4);
    const received = (type: string) => receiver.received.find((event) => event.type === type)?.data;
    expect(received('document.downloaded')).toMatchObject({ id: document, changes: { count: [null, 1] } });
    expect(received('passport.published')).toMatchObject({ changes: { status: ['draft', 'published'] } });
    expect(received('job.done')).toMatchObject({ resource: 'job', action: 'done' });
    expect(received('document.published')).toMatchObject({
      id: document,
      changes: { customer_ids: [null, [customer]] },
    });
  });

  it('contain only events that match the filter', async () => {
    const id = await make({ events: ['product.*'], filter: ['KEEP-*'] });
    await shop.product({ price: 10 });
    await app.good('POST', '/rest/V1/commerce/products', { product: { sku: 'KEEP-1', name: 'Kept', price: 1 } });
    await until(() => receiver.received.length > 0);
    expect(receiver.received.map(({ data }) => data['key'])).toEqual(['KEEP-1']);
    expect((await log(id)).total_count).toBe(1);
  });

  it('are retried with the same ID, while later events of the same record wait', async () => {
    await make({ events: ['customerPrice.*'] });
    let refused = 0;
    receiver.answer = () => ((refused += 1) <= 2 ? (refused === 1 ? 500 : 0) : 200);
    const made = await price();
    await app.good('PUT', `/rest/V1/pricing/customerprice/${made.id}`, { customerPrice: { value: 3 } });
    await until(async () => {
      await hurry();
      return receiver.received.length >= 2;
    });
    expect(receiver.received.map(({ type }) => type)).toEqual(['customerPrice.created', 'customerPrice.updated']);
    expect(new Set(receiver.tried.slice(0, 3)).size).toBe(1);
  });

  it.each([
    [429, '1800', 1800],
    [503, '86400', 3600],
    [500, '1800', 5],
  ])('are retried after %d with Retry-After: %s in about %d seconds, as reported', async (status, after, most) => {
    const id = await make({ events: ['customerPrice.*'] });
    receiver.answer = () => status;
    receiver.retryAfter = after;
    const began = Date.now();
    await price();
    await until(async () => (await log(id)).items[0]?.tries === 1);
    const tried = Date.now();
    const [{ next_try_at: next, state }] = (await log(id)).items;
    const [least, latest] = most === 5 ? [3.7, 6.3] : [most, most];
    expect(state).toBe('waiting');
    expect(Date.parse(next)).toBeGreaterThanOrEqual(began + (least - 1) * 1000);
    expect(Date.parse(next)).toBeLessThanOrEqual(tried + (latest + 1) * 1000);
    receiver.answer = () => 200;
    await until(async () => {
      await hurry();
      return receiver.received.length > 0;
    });
    await until(async () => (await log(id)).items[0]?.next_try_at === null);
  });

  it('are switched off when the receiver returns 410', async () => {
    const id = await make();
    receiver.answer = () => 410;
    await price();
    await until(async () => (await app.good('GET', `/rest/V1/webhooks/${id}`)).is_active === 0);
    const tried = receiver.tried.length;
    expect(await app.good('GET', `/rest/V1/webhooks/${id}`)).toMatchObject({ switched_off: 'gone' });
    await withWitness(async (witness) => {
      // Two rounds, because the first one would send the events that are already due.
      for (let round = 1; round <= 2; round += 1) {
        const before = witness.received.length;
        await hurry();
        await price();
        await until(() => witness.received.length > before);
      }
    });
    expect(receiver.tried.length).toBe(tried);
  });

  it('are switched off when all deliveries fail for three days', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    receiver.answer = () => 503;
    await price();
    await until(() => receiver.tried.length > 0);
    await until(async () => {
      const row = await app
        .get<Database>(Database)
        .queryOne<{ failing_since: number | null }>('SELECT failing_since FROM webhook_cursor WHERE webhook_id = ?', [
          id,
        ]);
      return typeof row?.failing_since === 'number';
    });
    expect((await app.good('GET', `/rest/V1/webhooks/${id}`)).is_active).toBe(1);
    await run('UPDATE webhook_cursor SET failing_since = ? WHERE webhook_id = ?', [Date.now() - 73 * 3_600_000, id]);
    await hurry();
    await until(async () => (await app.good('GET', `/rest/V1/webhooks/${id}`)).switched_off === 'failing');
    // The audit trail names the system as the caller.
    const { items } = await app.good('GET', `/rest/V1/audit/webhook/${id}`);
    expect(items[0]).toMatchObject({ caller: 'system', action: 'updated' });
  });

  it('are switched off when one event fails for three days, even if others arrive', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    let bad = '';
    receiver.answer = (event) => {
      if (bad === '') bad = event;
      return event === bad ? 500 : 200;
    };
    await price();
    await until(() => receiver.tried.length > 0);
    await run('UPDATE webhook_cursor SET next_at = 0');
    await price();
    await until(async () => {
      await run('UPDATE webhook_cursor SET next_at = 0');
      return receiver.received.length === 1;
    });
    expect((await app.good('GET', `/rest/V1/webhooks/${id}`)).is_active).toBe(1);
    await run("UPDATE webhook_delivery SET first_failed_at = ? WHERE state = 'waiting'", [Date.now() - 73 * 3_600_000]);
    await until(async () => {
      await hurry();
      return (await app.good('GET', `/rest/V1/webhooks/${id}`)).switched_off === 'failing';
    });
    // After it is switched on again, it has three days again.
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { is_active: 1 } });
    const tried = receiver.tried.length;
    await until(async () => {
      await hurry();
      return receiver.tried.length > tried;
    });
    expect((await app.good('GET', `/rest/V1/webhooks/${id}`)).is_active).toBe(1);
  });

  it('are not delayed by the slow receiver of another webhook', async () => {
    const slow = createServer(() => undefined);
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const receivers = app.get<Receivers>(Receivers);
    const { limitMs } = receivers as unknown as { readonly limitMs: number };
    try {
      // Requests to the slow receiver last until the end of the test.
      Object.assign(receivers, { limitMs: 600_000 });
      const { port } = slow.address() as AddressInfo;
      const other = await app.good('POST', '/rest/V1/webhooks', { webhook: { url: `http://127.0.0.1:${port}/` } });
      await app.good('POST', `/rest/V1/webhooks/${other.id}/rotate`);
      await make({ events: ['customerPrice.*'] });
      const asked = once(slow, 'request');
      await price();
      await asked;
      await until(() => receiver.received.length === 1);
      await price();
      await until(() => receiver.received.length === 2);
    } finally {
      Object.assign(receivers, { limitMs });
      slow.closeAllConnections();
      slow.close();
    }
  });

  it('do not follow redirects', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    receiver.answer = () => 302;
    await price();
    await until(async () => (await log(id)).items.some(({ tries }: { tries: number }) => tries > 0));
    expect((await log(id)).items[0]).toMatchObject({ state: 'waiting', status: 302 });
    expect(receiver.tried.length).toBe(1);
  });

  it('are signed with both secrets after a rotation, which no response reveals again', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    const former = receiver.secret;
    const secret = await app.good('POST', `/rest/V1/webhooks/${id}/rotate`);
    expect(secret).not.toBe(former);
    expect(secret).toMatch(/^whsec_/);
    await price();
    await until(() => receiver.received.length > 0);
    expect(receiver.received[0]?.signatures).toBe(2);
    receiver.secret = secret;
    await run('UPDATE webhook_secret SET ends_at = 1 WHERE ends_at IS NOT NULL');
    await price();
    await until(() => receiver.received.length > 1);
    expect(receiver.received[1]?.signatures).toBe(1);
    expect(receiver.falsified).toEqual([]);
    const shown = JSON.stringify([
      await app.good('GET', `/rest/V1/webhooks/${id}`),
      await app.good('GET', '/rest/V1/audit/search'),
    ]);
    for (const one of [former, secret]) expect(shown).not.toContain(one);
    const rows = await app.get<Database>(Database).query('SELECT sealed FROM webhook_secret');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('encrypt their secrets again with the newest key, and report unreadable ones', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    const sealed = async () =>
      (await app.get<Database>(Database).queryOne<{ sealed: string }>('SELECT sealed FROM webhook_secret'))?.sealed;
    const before = await sealed();
    const rotate = () => app.get<RotateSecrets>(RotateSecrets).rotate();
    writeFileSync(keys, `newer:${randomBytes(32).toString('hex')} ${readFileSync(keys, 'utf8')}`);
    app.get<SecretKeys>(SecretKeys).reload();
    expect(await rotate()).toMatchObject({ moved: 1, lostWebhooks: [] });
    expect(await sealed()).not.toBe(before);
    await price();
    await until(() => receiver.received.length === 1);
    expect(receiver.falsified).toEqual([]);
    await run("UPDATE webhook_secret SET sealed = 'nobody.knows'");
    expect(await rotate()).toMatchObject({ moved: 0, lost: [], lostWebhooks: [id] });
  });

  it('can send a test event and repeat a delivery', async () => {
    const id = await make({ events: ['customerPrice.deleted'] });
    const eventId = await app.good('POST', `/rest/V1/webhooks/${id}/test`);
    await until(() => receiver.received.length === 1);
    expect(receiver.received[0]).toMatchObject({ id: eventId, type: 'webhook.test' });
    await until(async () => (await log(id)).items[0].state === 'delivered');
    const [{ id: deliveryId }] = (await log(id)).items;
    await app.good('POST', `/rest/V1/webhooks/${id}/deliveries/${deliveryId}/resend`);
    await until(() => receiver.received.length === 2);
    expect(receiver.received[1]?.id).toBe(eventId);
    expect((await shop.ask('POST', `webhooks/${id}/deliveries/999999999/resend`)).status).toBe(404);
  });

  it('skip events that happen while they are switched off', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { is_active: 0 } });
    let off: { readonly id: number } | undefined;
    await withWitness(async (witness) => {
      off = await price();
      // The product of the price may have the same ID, and is reported first.
      await until(() =>
        witness.received.some(({ data }) => data['resource'] === 'customerPrice' && data['id'] === off?.id),
      );
    });
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { is_active: 1 } });
    const on = await price();
    await until(() => receiver.received.length > 0);
    expect(receiver.received.map(({ data }) => data['id'])).toEqual([on.id]);
    expect(off?.id).not.toBe(on.id);
  });

  it('do not queue events that are stored only after they are switched off', async () => {
    const id = await make({ events: ['customerPrice.*'] });
    const deliveries = app.get<Deliveries>(Deliveries);
    const collected = (await deliveries.subscriptions()).find((subscription) => subscription.id === id);
    if (!collected) throw new Error('the webhook is not active');
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { is_active: 0 } });
    const cursor = await app
      .get<Database>(Database)
      .queryOne<{ act: number; version: number }>(
        'SELECT act_number AS act, version FROM webhook_cursor WHERE webhook_id = ?',
        [id],
      );
    const at = { ...collected, actNumber: Number(cursor?.act), version: Number(cursor?.version) };
    const event = { id: 'msg_late', type: 'customerPrice.created', subject: 'customerPrice:1', keys: [] };
    await deliveries.keep(at, { actNumber: at.actNumber + 1, version: at.version }, [
      { ...event, at: new Date(), data: {} },
    ]);
    expect((await log(id)).items).toEqual([]);
  });

  it('reject invalid URLs and events', async () => {
    for (const webhook of [
      { url: 'http://erp.example/' },
      { url: 'https://10.0.0.1/' },
      { url: 'https://169.254.169.254/latest/meta-data' },
      { url: 'https://[::ffff:10.0.0.1]/' },
      { url: 'https://user:word@erp.example/' },
      { url: 'ftp://erp.example/' },
      { url: 'https://erp.example/', events: ['nothing.created'] },
      { url: 'https://erp.example/', events: ['customerPrice'] },
    ])
      expect([webhook, (await shop.ask('POST', 'webhooks', { webhook })).status]).toEqual([webhook, 400]);
  });
});
