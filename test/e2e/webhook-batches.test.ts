import { Database } from '../../libs/database/index.js';
import { Clock, Transactions } from '../../libs/kernel/index.js';
import { SendDeliveries } from '../../src/webhooks/application/send-deliveries.js';
import { Deliveries } from '../../src/webhooks/ports/deliveries.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

interface Batched {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Logged {
  readonly event_id: string;
  readonly batch_id: string | null;
  readonly state: string;
  readonly payload: object;
}

const LARGE = 600_000;
const BODY_MAX = 1_048_576;

describeOnDatabases('batches of webhooks', (database) => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let now: number;
  let made = 0;

  beforeAll(async () => {
    app = await startApp({ database, settings: { PUBLIC_BASE_URL: 'http://127.0.0.1:3000' } });
  });
  beforeEach(async () => {
    receiver = await new WebhookReceiver().start();
    // Time stands still until a test advances it.
    now = Date.now();
    jest.spyOn(app.get<Clock>(Clock), 'now').mockImplementation(() => new Date(now));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    const { items } = await app.good('GET', '/rest/V1/webhooks/search?searchCriteria[pageSize]=100');
    for (const { id } of items) await app.good('DELETE', `/rest/V1/webhooks/${id}`);
    await receiver.stop();
  });
  afterAll(() => app.close());

  const make = async (fields: object, token?: string): Promise<number> => {
    const webhook = { url: receiver.url, events: ['product.created'], ...fields };
    const { id } = await app.good('POST', '/rest/V1/webhooks', { webhook }, token);
    receiver.secret = await app.good('POST', `/rest/V1/webhooks/${id}/rotate`, undefined, token);
    return id;
  };
  const products = async (count: number): Promise<readonly string[]> => {
    const skus: string[] = [];
    for (let index = 0; index < count; index += 1) {
      made += 1;
      skus.push(`BATCH-${made}`);
      await app.good('POST', '/rest/V1/commerce/products', { product: { sku: skus[index], name: 'A', price: 1 } });
    }
    return skus;
  };
  /** In the order of the events. */
  const log = async (id: number): Promise<readonly Logged[]> =>
    (await app.good('GET', `/rest/V1/webhooks/${id}/deliveries`)).items.toReversed();
  const isQueued = (id: number, count: number) => until(async () => (await log(id)).length === count);
  const isDelivered = (id: number, count: number) =>
    until(async () => (await log(id)).filter(({ state }) => state === 'delivered').length === count);
  const eventsIn = (body: string | undefined): readonly Batched[] =>
    (JSON.parse(body ?? '{}') as { readonly data: { readonly events: readonly Batched[] } }).data.events;
  const skusIn = (body: string | undefined) => eventsIn(body).map(({ data }) => data['key']);
  /** A whole attempt to send, in addition to those of the server. */
  const attempt = async (id: number): Promise<void> => {
    const found = (await app.get<Deliveries>(Deliveries).subscriptions()).find((one) => one.id === id);
    if (!found) throw new Error('the webhook is not active');
    await app.get<SendDeliveries>(SendDeliveries).send(found);
  };
  /** Ends the pauses before the next attempts. */
  const hurry = () =>
    app.get<Transactions>(Transactions).write(async () => {
      await app.get<Database>(Database).run('UPDATE webhook_cursor SET next_at = 0');
      await app.get<Database>(Database).run('UPDATE webhook_delivery SET next_at = 0');
    });
  const arrives = (count: number) =>
    until(async () => {
      await hurry();
      return receiver.received.length >= count;
    });

  it('are sent once, in order and signed, as soon as enough events wait', async () => {
    const id = await make({ batch: { max: 3, seconds: 300 } });
    const skus = await products(7);
    await isDelivered(id, 6);
    await isQueued(id, 7);
    await attempt(id);
    expect(receiver.falsified).toEqual([]);
    expect(receiver.bodies.map(skusIn)).toEqual([skus.slice(0, 3), skus.slice(3, 6)]);
    const logged = await log(id);
    expect(logged.map(({ batch_id: batch }) => batch)).toEqual([
      ...receiver.tried.flatMap((batch) => [batch, batch, batch]),
      null,
    ]);
    expect(new Set(receiver.tried).size).toBe(2);
    // Each event has the same ID and content as an event that is sent alone.
    const events = logged.slice(0, 3).map(({ event_id: event, payload }) => ({ id: event, ...payload }));
    const timestamp = (events[2] as unknown as Batched).timestamp;
    expect(JSON.parse(receiver.bodies[0] ?? '')).toEqual({ type: 'batch', timestamp, data: { events } });
  });

  it('are sent with fewer events after `seconds` since the first event', async () => {
    const id = await make({ batch: { max: 100, seconds: 60 } });
    const skus = [...(await products(1))];
    await isQueued(id, 1);
    now += 30_000;
    skus.push(...(await products(1)));
    await isQueued(id, 2);
    now += 29_999;
    await attempt(id);
    expect(receiver.tried).toEqual([]);
    now += 1;
    await isDelivered(id, 2);
    expect(receiver.bodies.map(skusIn)).toEqual([skus]);
  });

  it('are retried with the same ID and body until they arrive, while later events wait', async () => {
    const id = await make({ batch: { max: 2, seconds: 300 } });
    let count = 0;
    receiver.answer = () => ((count += 1) <= 2 ? (count === 1 ? 500 : 0) : 200);
    const skus = await products(4);
    await arrives(2);
    await isDelivered(id, 4);
    expect(new Set(receiver.tried.slice(0, 3)).size).toBe(1);
    expect(new Set(receiver.bodies.slice(0, 3)).size).toBe(1);
    expect(receiver.bodies.slice(2).map(skusIn)).toEqual([skus.slice(0, 2), skus.slice(2)]);
    // Sending one of its events again sends the whole batch again.
    const { items } = await app.good('GET', `/rest/V1/webhooks/${id}/deliveries`);
    await app.good('POST', `/rest/V1/webhooks/${id}/deliveries/${items[3].id}/resend`);
    await until(() => receiver.received.length === 3);
    expect([receiver.tried.at(-1), receiver.bodies.at(-1)]).toEqual([receiver.tried[0], receiver.bodies[0]]);
  });

  it.each(['nextBatch', 'keepTries'] as const)(
    'lose no event and keep ID and order if the server dies after %s',
    async (step) => {
      const deliveries = app.get<Deliveries>(Deliveries);
      const real = deliveries[step].bind(deliveries) as (...parts: readonly unknown[]) => Promise<unknown>;
      const seen: (string | null)[] = [];
      let deaths = 0;
      const dying = async (...parts: readonly unknown[]): Promise<unknown> => {
        if (deaths >= 2) return real(...parts);
        // Either a sent batch is not stored as sent, or a created batch is not sent.
        const found =
          step === 'keepTries' ? undefined : ((await real(...parts)) as readonly { batchId: string | null }[]);
        if (found?.length === 0) return found;
        deaths += 1;
        seen.push(found?.[0]?.batchId ?? receiver.tried.at(-1) ?? null);
        throw new Error('as if it were killed');
      };
      jest.spyOn(deliveries, step).mockImplementation(dying as never);
      const id = await make({ batch: { max: 2, seconds: 300 } });
      const skus = await products(4);
      await isDelivered(id, 4);
      expect(deaths).toBe(2);
      expect(new Set([...seen, receiver.tried[0]]).size).toBe(1);
      const bodies = [...new Set(receiver.bodies)];
      expect(bodies.map(skusIn)).toEqual([skus.slice(0, 2), skus.slice(2)]);
      expect(new Set(receiver.tried).size).toBe(2);
    },
  );

  it('are still sent after batching is disabled, followed by single events', async () => {
    const id = await make({ batch: { max: 2, seconds: 300 } });
    receiver.answer = () => 500;
    await products(2);
    await until(() => receiver.tried.length > 0);
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { batch: null } });
    const [sku] = await products(1);
    await isQueued(id, 3);
    receiver.answer = () => 200;
    await arrives(2);
    expect(receiver.received.map(({ type }) => type)).toEqual(['batch', 'product.created']);
    expect(receiver.received[0]?.id).toBe(receiver.tried[0]);
    expect(receiver.received[1]?.data['key']).toBe(sku);
  });

  it('omit events that the owner can no longer read', async () => {
    const rights = ['_Webhooks::manage', '_Webhooks::save', '_Webhooks::delete'];
    const integrations = '/rest/V1/access/integrations';
    const integration = { name: 'of batches', resources: [...rights, '_Commerce::manage'] };
    const owner = await app.good('POST', integrations, { integration });
    const token = await app.good('POST', `${integrations}/${owner.id}/rotate`);
    const id = await make({ events: ['product.created', 'webhook.updated'], batch: { max: 2, seconds: 300 } }, token);
    receiver.answer = () => 500;
    const [sku = ''] = await products(1);
    await isQueued(id, 1);
    await app.good('PUT', `/rest/V1/webhooks/${id}`, { webhook: { description: 'seen' } });
    await until(() => receiver.tried.length > 0);
    await app.good('PUT', `${integrations}/${owner.id}`, { integration: { resources: rights } });
    receiver.answer = () => 200;
    await arrives(1);
    await isDelivered(id, 1);
    expect(receiver.received[0]?.id).toBe(receiver.tried[0]);
    expect(eventsIn(receiver.bodies.at(-1)).map(({ type }) => type)).toEqual(['webhook.updated']);
    expect(receiver.bodies.at(-1)).not.toContain(sku);
    expect((await log(id)).map(({ state, batch_id: batch }) => [state, batch])).toEqual([
      ['withheld', null],
      ['delivered', receiver.tried[0]],
    ]);
  });

  it('contain at most 1 MiB', async () => {
    const id = await make({ batch: { max: 10, seconds: 300 } });
    const events = ['msg_1', 'msg_2', 'msg_3'].map((event) => ({
      ...{ id: event, type: 'webhook.test', subject: event, keys: [], at: new Date(now) },
      data: { text: 'x'.repeat(LARGE) },
    }));
    await app.get<Transactions>(Transactions).write(() => app.get<Deliveries>(Deliveries).add(id, events));
    await isDelivered(id, 2);
    await attempt(id);
    expect(receiver.bodies.map((body) => eventsIn(body).map((event) => event.id))).toEqual([['msg_1'], ['msg_2']]);
    expect(receiver.bodies.every((body) => Buffer.byteLength(body) <= BODY_MAX)).toBe(true);
  });

  it('are not used without `batch`, and each body contains one event', async () => {
    const id = await make({});
    expect((await app.good('GET', `/rest/V1/webhooks/${id}`)).batch).toBeNull();
    const event = await app.good('POST', `/rest/V1/webhooks/${id}/test`);
    await isDelivered(id, 1);
    const at = new Date(now).toISOString();
    expect(receiver.bodies).toEqual([`{"type":"webhook.test","timestamp":"${at}","data":{"webhook_id":${id}}}`]);
    expect(receiver.tried).toEqual([event]);
    expect((await log(id))[0]?.batch_id).toBeNull();
  });

  it.each([
    [{ max: 1, seconds: 10 }, 'whole numbers from 2 to 1000'],
    [{ max: 1_001, seconds: 10 }, 'whole numbers from 2 to 1000'],
    [{ max: 2, seconds: 0 }, 'whole numbers from 1 to 300'],
    [{ max: 2, seconds: 301 }, 'whole numbers from 1 to 300'],
    [{ max: 2.5, seconds: 10 }, 'int'],
    [{ max: 2 }, 'batch.seconds'],
    [{ seconds: 10 }, 'batch.max'],
    [{}, 'batch.max'],
    [[2, 10], 'object'],
    ['2', 'object'],
  ])('reject the setting %j with the rule, and change nothing', async (batch, rule) => {
    const id = await make({ batch: { max: 2, seconds: 1 } });
    const token = await app.adminToken();
    for (const [verb, path] of [
      ['POST', '/rest/V1/webhooks'],
      ['PUT', `/rest/V1/webhooks/${id}`],
    ] as const) {
      const { status, body } = await app.call(verb, path, { webhook: { url: receiver.url, batch } }, token);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(rule)]);
    }
    expect((await app.good('GET', `/rest/V1/webhooks/${id}`)).batch).toEqual({ max: 2, seconds: 1 });
    expect((await app.good('GET', '/rest/V1/webhooks/search?searchCriteria=')).total_count).toBe(1);
  });
});
