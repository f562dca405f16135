import { connect, type Socket } from 'node:net';
import { HeavyCalls } from '../../libs/web/index.js';
import { QuotePrices } from '../../src/pricing-calc/application/quote-prices.js';
import { signal } from '../contracts/stores.js';
import { startApp, type TestApp } from '../support/app.js';
import { Shop } from '../support/shop.js';

type Values = Readonly<Record<string, unknown>>;

/** Price rows of one product that apply to one buyer, so that an explanation has some hundred kilobytes. */
const ROWS = 1500;
const LINES = 40;

describe('heavy calls', () => {
  let app: TestApp;
  let question: Values;

  beforeAll(async () => {
    app = await startApp({ settings: { SIMULATION_MAX_MS: '60000' } });
    const shop = new Shop(app);
    const sku = await shop.product({ price: 20 });
    const { id } = await shop.commerce('customers', 'customer', { customer_number: 'C1' });
    const records = Array.from({ length: ROWS }, (_, at) => ({
      customer_id: id,
      sku,
      qty: at + 1,
      value: 10,
      to_date: '2020-01-01',
    }));
    await app.good('POST', '/rest/V1/pricing/customerprice/bulk', { records });
    question = { skus: Array.from({ length: LINES }, () => sku), customer_id: id, explain: 1 };
  });

  afterAll(() => app.close());

  const explain = (request: Values, token: string) =>
    app.call('POST', '/rest/V1/pricing/get-multi-price', request, token);

  const turns = async (count: number): Promise<void> => {
    const calls = app.get<HeavyCalls>(HeavyCalls);
    while (calls.count !== count) await new Promise((resolve) => setImmediate(resolve));
  };

  /** Sends a request, reads the first bytes of the response, then stops reading. */
  const slowly = async (request: Values, token: string): Promise<Socket> => {
    const socket = connect(app.server.port, '127.0.0.1');
    const body = JSON.stringify(request);
    socket.write(
      'POST /rest/V1/pricing/get-multi-price HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    return socket;
  };

  it('are limited to two per caller, without blocking other callers or light calls', async () => {
    const [greedy, other] = [
      await app.integrationToken('_Pricing::calculate', '_Pricing::manage'),
      await app.integrationToken('_Pricing::calculate'),
    ];
    const readers = [await slowly(question, greedy), await slowly(question, greedy)];
    await turns(2);
    const refused = await explain(question, greedy);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(refused.body.message).toBe(
      'Too many heavy calls: the limit is 2 at once per caller (HEAVY_CALLS_PER_CALLER). Wait for a response, then try again.',
    );
    for (const path of ['pricing/lint', `pricing/timeline?sku=S-1`])
      expect([path, (await app.call('GET', `/rest/V1/${path}`, undefined, greedy)).status]).toEqual([path, 429]);
    const simulated = await app.call('POST', '/rest/V1/pricing/simulate', { sku: 'S-1', changes: [] }, greedy);
    expect(simulated.status).toBe(429);
    expect((await explain({ ...question, explain: 'selected' }, greedy)).status).toBe(200);
    expect((await explain({ ...question, explain: 0 }, greedy)).status).toBe(200);
    expect((await explain({ ...question, skus: ['S-1'] }, greedy)).status).toBe(200);
    const whole = await explain(question, other);
    expect(whole.body.items).toHaveLength(LINES);
    expect(new Set(whole.body.items.map((item: Values) => JSON.stringify(item))).size).toBe(1);
    expect(whole.body.items[0].candidates).toHaveLength(ROWS + 1);
    for (const reader of readers) reader.destroy();
    await turns(0);
    expect((await explain(question, greedy)).status).toBe(200);
  });

  it('keep their slot until the work ends, even if the client has disconnected', async () => {
    const token = await app.integrationToken('_Pricing::calculate');
    const prices = app.get<QuotePrices>(QuotePrices);
    const run = prices.quote.bind(prices);
    const [started, go] = [signal(), signal()];
    prices.quote = async (...args) => {
      prices.quote = run;
      started.give();
      await go.given;
      return run(...args);
    };
    const gone = new AbortController();
    const call = fetch(`${app.url}/rest/V1/pricing/get-multi-price`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
      signal: gone.signal,
    }).catch(() => undefined);
    await started.given;
    gone.abort();
    await call;
    // After these calls the server has noticed the disconnect.
    for (let count = 0; count < 20; count += 1) await explain({ skus: ['S-1'] }, token);
    expect(app.get<HeavyCalls>(HeavyCalls).count).toBe(1);
    go.give();
    await turns(0);
  });

  it('return 400 if an explanation has too many candidate prices', async () => {
    const token = await app.integrationToken('_Pricing::calculate');
    const skus = Array.from({ length: 140 }, () => 'S-1');
    const { status, body } = await explain({ ...question, skus }, token);
    expect([status, body.message]).toEqual([
      400,
      'The explanation has more than %max candidate prices. Request fewer SKUs at once, or set `explain` to "selected".',
    ]);
    expect(body.parameters).toEqual({ max: 200_000 });
    expect((await explain({ ...question, skus, explain: 'selected' }, token)).body.items).toHaveLength(140);
    const simulated = await app.call(
      'POST',
      '/rest/V1/pricing/simulate',
      { ...question, skus: skus.slice(0, 70), changes: [] },
      token,
    );
    expect([simulated.status, simulated.body.parameters]).toEqual([400, { max: 100_000 }]);
    await turns(0);
  });
});
