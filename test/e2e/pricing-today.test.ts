import { day, Decimal } from '../../libs/kernel/index.js';
import { Database } from '../../libs/database/index.js';
import type { Recorded } from '../../libs/records/index.js';
import { QuotePrices } from '../../src/pricing-calc/application/quote-prices.js';
import { isPriced } from '../../src/pricing-calc/domain/line-answers.js';
import { BuildTimeline } from '../../src/pricing-calc/application/build-timeline.js';
import type { BuyerQuestion } from '../../src/pricing-calc/domain/buyer-question.js';
import { LintPrices, ReplayInvoices } from '../../src/pricing-calc/index.js';
import { describeOnDatabases } from '../support/databases.js';
import { openPricing, type PricingServices } from '../support/pricing-services.js';
import { recordServiceNamed } from '../support/record-service.js';
import { textOf } from '../support/query-plans.js';

describeOnDatabases('prices without a date', (kind) => {
  let services: PricingServices;
  let now = new Date('2026-03-01T00:00:00Z');
  const websites: Record<string, number> = {};

  const create = (resource: string, input: Readonly<Record<string, unknown>>): Promise<Recorded> =>
    recordServiceNamed(services.app, resource).create(input);

  beforeAll(async () => {
    // Without a cache, because the test counts and explains the statements.
    services = await openPricing(kind, { now: () => now, memoryBytes: 0 });
    for (const timezone of ['America/New_York', 'Asia/Tokyo']) {
      const code = timezone.toLowerCase().replace('/', '_');
      const { id } = await create('website', { code, name: code, base_currency: 'USD', timezone });
      websites[timezone] = id;
    }
    await create('product', { sku: 'A', name: 'A', price: 10 });
    await create('customer', { customer_number: 'C', website_id: 0 });
    await create('customerPrice', {
      customer_id: 1,
      sku: 'A',
      value: 7,
      from_date: '2026-03-10',
      to_date: '2026-03-10',
    });
  });

  afterAll(() => services.close());

  const buyerOn = (websiteId: number): BuyerQuestion => ({
    asker: 'integration',
    customerId: 1,
    customerGroupId: null,
    storeId: null,
    websiteId,
    currency: null,
    path: undefined,
  });
  const quote = (websiteId: number, skus: readonly string[] = ['A'], explain = false) =>
    services.app.get(QuotePrices).quote(
      buyerOn(websiteId),
      skus.map((sku) => ({ sku, qty: new Decimal(1) })),
      { date: null, explain, minVersion: null },
    );

  const DAYS = [
    ['America/New_York', '2026-03-10T03:59:59Z', '10'],
    ['America/New_York', '2026-03-10T04:00:00Z', '7'],
    ['America/New_York', '2026-03-11T03:59:59Z', '7'],
    ['America/New_York', '2026-03-11T04:00:00Z', '10'],
    ['Asia/Tokyo', '2026-03-09T14:59:59Z', '10'],
    ['Asia/Tokyo', '2026-03-09T15:00:00Z', '7'],
    ['Asia/Tokyo', '2026-03-10T14:59:59Z', '7'],
    ['Asia/Tokyo', '2026-03-10T15:00:00Z', '10'],
  ] as const;

  it.each(DAYS)('use the current day in %s: at %s the price is %s', async (timezone, instant, price) => {
    now = new Date(instant);
    const [line] = (await quote(websites[timezone] ?? 0)).lines;
    expect(line && isPriced(line) ? line.figures.finalPrice.toFixed() : undefined).toBe(price);
  });

  it.each(DAYS)('start on that day in a timeline: in %s at %s with %s', async (timezone, instant, price) => {
    now = new Date(instant);
    const line = { sku: 'A', qty: new Decimal(1) };
    const timeline = services.app.get(BuildTimeline);
    const { periods: spans } = await timeline.build(buyerOn(websites[timezone] ?? 0), line, { from: null, to: null });
    expect(spans[0]?.price?.unitPrice.toFixed()).toBe(price);
  });

  it('are expired by that day in a lint', async () => {
    const sku = 'L';
    await create('product', { sku, name: 'L' });
    for (const website_id of Object.values(websites))
      await create('customerPrice', { customer_id: 1, sku, value: 7, website_id, to_date: '2026-04-10' });
    const over = async (instant: string): Promise<number> => {
      now = new Date(instant);
      let found = 0;
      await services.app.get(LintPrices).lint(new Set(['expired']), () => (findings) => {
        found += findings.filter(({ message }) => message.includes('2026-04-10')).length;
      });
      return found;
    };
    expect(await over('2026-04-10T14:59:59Z')).toBe(0);
    expect(await over('2026-04-10T15:00:00Z')).toBe(1);
    expect(await over('2026-04-11T03:59:59Z')).toBe(1);
    expect(await over('2026-04-11T04:00:00Z')).toBe(2);
  });

  it('are replayed with the same number of statements for many lines as for one', async () => {
    await create('customer', { customer_number: 'R', website_id: 0 });
    const queries = jest.spyOn(Database.prototype, 'query');
    const count = async (lines: number): Promise<number> => {
      queries.mockClear();
      const sold = Array.from({ length: lines }, (_, at) => ({
        invoice: String(at),
        date: day(`2026-02-${String((at % 28) + 1).padStart(2, '0')}`),
        customerNumber: 'R',
        sku: 'A',
        qty: new Decimal(1 + (at % 7)),
        unitPrice: new Decimal(10),
      }));
      let replayed = 0;
      for await (const { counts } of services.app.get(ReplayInvoices).replay(sold)) replayed = counts.lines;
      expect(replayed).toBe(lines);
      return queries.mock.calls.length;
    };
    const one = await count(1);
    expect(one).toBeGreaterThan(0);
    expect(await count(500)).toBe(one);
    queries.mockRestore();
  });

  it('need the same number of statements for many products as for one', async () => {
    const queries = jest.spyOn(Database.prototype, 'query');
    const count = async (skus: readonly string[], explain = false): Promise<number> => {
      queries.mockClear();
      await quote(1, skus, explain);
      return queries.mock.calls.length;
    };
    const one = await count(['A']);
    for (let index = 0; index < 50; index += 1) await create('product', { sku: `P${index}`, name: 'P', price: 1 });
    const many = ['A', ...Array.from({ length: 50 }, (_, index) => `P${index}`)];
    expect(await count(many)).toBe(one);
    // explain reads 25 products at a time, so that a request with too many candidates stops early.
    expect(await count(many, true)).toBeLessThan(3 * (await count(['A'], true)));
    queries.mockRestore();
  });

  if (kind === 'sqlite') {
    it('use an index in every statement (pricing.md §6)', async () => {
      await create('priceList', { name: 'L' });
      await create('priceListGroup', { pricelist_id: 1, customer_group_id: 1 });
      const queries = jest.spyOn(Database.prototype, 'query');
      await quote(1, ['A', 'P1', 'P2']);
      const statements = queries.mock.calls.map(([select, params]) => [textOf(select), params] as const);
      queries.mockRestore();
      const database = services.app.get(Database);
      expect(statements.length).toBeGreaterThan(8);
      for (const [sql, params] of statements) {
        const plan = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        const walks = plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!CONSTANT)/.test(detail));
        expect({ sql, walks }).toEqual({ sql, walks: [] });
      }
    });
  }
});
