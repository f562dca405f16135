import { startApp, type TestApp } from '../support/app.js';
import { Shop } from '../support/shop.js';

const QUESTION = '/rest/V1/pricing/get-final-price';
const ASKS = { 'X-Debug-Timing': '1' };

describe('Server-Timing', () => {
  let app: TestApp;
  let sku: string;

  beforeAll(async () => {
    app = await startApp();
    sku = await new Shop(app).product({ price: 10 });
  });

  afterAll(() => app.close());

  const timingFor = async (token: string | undefined, headers: Readonly<Record<string, string>> = ASKS) => {
    const body = { customer_group_id: 0, website_id: 1, sku, qty: 1 };
    const answer = await app.call('POST', QUESTION, body, token, headers);
    return { status: answer.status, timing: answer.headers.get('server-timing') };
  };

  const names = (timing: string | null): readonly string[] =>
    (timing ?? '').split(', ').map((share) => share.split(';')[0] ?? '');

  it('reports durations to callers with the right who request them', async () => {
    const token = await app.integrationToken('_Pricing::calculate', '_System::timing');
    const first = await timingFor(token);
    expect(first.status).toBe(200);
    expect(first.timing).toMatch(/^total;dur=\d+\.\d(, [a-z-]+;dur=\d+\.\d;desc="\d+")+$/);
    expect(names(first.timing)).toEqual(expect.arrayContaining(['total', 'db', 'load-products', 'load-pricing-calc']));
    // Everything is cached now, so the server reads only the version.
    const { timing } = await timingFor(token);
    expect(names(timing).filter((name) => name.startsWith('load-'))).toEqual([]);
  });

  it('counts every database statement', async () => {
    const token = await app.integrationToken('_Commerce::manage', '_System::timing');
    const search = '/rest/V1/commerce/products/search?searchCriteria=';
    const timing = (await app.call('GET', search, undefined, token, ASKS)).headers.get('server-timing');
    expect(Number(/db;dur=[\d.]+;desc="(\d+)"/.exec(timing ?? '')?.[1])).toBeGreaterThanOrEqual(2);
  });

  it('is omitted without the right or without the request header', async () => {
    const without = await app.integrationToken('_Pricing::calculate');
    expect(await timingFor(without)).toEqual({ status: 200, timing: null });
    const all = await app.integrationToken('_Pricing::calculate', '_System::timing');
    expect(await timingFor(all, {})).toEqual({ status: 200, timing: null });
    expect((await timingFor(undefined)).timing).toBeNull();
    const { token } = await app.customer();
    const body = { sku, qty: 1 };
    const mine = await app.call('POST', '/rest/V1/pricing/my/get-final-price', body, token, ASKS);
    expect(mine.headers.get('server-timing')).toBeNull();
  });

  it('is also sent with errors', async () => {
    const token = await app.integrationToken('_Pricing::calculate', '_System::timing');
    const answer = await app.call('POST', QUESTION, { no_such_field: 1 }, token, ASKS);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('server-timing')).toMatch(/^total;dur=/);
  });

  it('requires a right that a role can contain', async () => {
    const role = { name: 'timing', resources: ['_System::timing'] };
    expect((await app.good('POST', '/rest/V1/access/roles', { role })).resources).toEqual(['_System::timing']);
  });
});
