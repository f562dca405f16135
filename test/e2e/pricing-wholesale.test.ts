import { day, Decimal, roundHalfUp } from '../../libs/kernel/index.js';
import { type Finding, LINT_RULES, type PriceSelect } from '../../libs/pricing/index.js';
import { CsvFolder } from '../../src/import-export/adapters/csv/csv-files.js';
import { ImportBook } from '../../src/import-export/index.js';
import {
  type InvoiceLine,
  type ReplayCounts,
  type ReplayDifference,
  ReplayInvoices,
} from '../../src/pricing-calc/index.js';
import { slowAnswer } from '../reference/slow-prices.js';
import { LintPrices } from '../../src/pricing-calc/application/lint-prices.js';
import { startApp, type TestApp } from '../support/app.js';
import { describeOnDatabases } from '../support/databases.js';
import { invoiceLines, overOn, WHOLESALE, wholesaleBook } from '../support/wholesale.js';

describeOnDatabases('the invoices of a wholesaler', (database) => {
  let app: TestApp;
  const lines = invoiceLines();

  beforeAll(async () => {
    app = await startApp({ database });
    await app.get(ImportBook).importFrom(new CsvFolder(WHOLESALE), { allOrNothing: false });
  });

  afterAll(() => app.close());

  const replay = async (some: readonly InvoiceLine[], strategy?: PriceSelect) => {
    const differences: ReplayDifference[] = [];
    let counts: ReplayCounts | undefined;
    const options = strategy === undefined ? {} : { strategy };
    for await (const step of app.get(ReplayInvoices).replay(some, options)) {
      differences.push(...step.differences);
      counts = step.counts;
    }
    return { counts, differences };
  };

  // import-wholesale.test.ts replays the whole year.
  it('are replayed with the line and the calculated price of each difference', async () => {
    const some = lines.slice(0, 10_000);
    const { counts, differences } = await replay(some, 'sort_order');
    expect(counts).toMatchObject({ lines: some.length, equal: some.length - differences.length, unpriced: 0 });
    expect(differences.length).toBeGreaterThan(0);
    for (const { position, line, finalPrice } of differences) {
      expect(some[position - 1]).toBe(line);
      expect(finalPrice?.eq(line.unitPrice)).toBe(false);
    }
  });

  it.each<PriceSelect>(['lowest', 'highest', 'sort_order'])(
    'have the prices of the slow reference with the strategy %s',
    async (strategy) => {
      const book = wholesaleBook();
      const reported = lines
        .filter((_, index) => index % 97 === 0)
        .map((line) => {
          const { world, buyer } = book(line, strategy);
          const { unit_price } = slowAnswer(world, buyer, line.sku, line.qty.toFixed()) ?? { unit_price: 0 };
          return { ...line, unitPrice: roundHalfUp(new Decimal(unit_price), 2) };
        });
      const { counts, differences } = await replay(reported, strategy);
      expect(differences).toEqual([]);
      expect(counts?.equal).toBe(reported.length);
    },
  );

  it("use the buyer's settings without a strategy, and report why a line has no price", async () => {
    const own = await replay(lines.slice(0, 500));
    expect(own).toEqual(await replay(lines.slice(0, 500), 'sort_order'));
    const different = new Set(own.differences.map(({ line }) => line));
    const first = lines.find((line) => !different.has(line));
    if (!first) throw new Error('no line comes out');
    const broken = [
      { ...first, customerNumber: 'nobody' },
      first,
      { ...first, sku: 'nothing' },
      { ...first, unitPrice: first.unitPrice.plus(1) },
      { ...first, date: day('2030-01-01'), unitPrice: new Decimal(0) },
    ];
    const { counts, differences } = await replay(broken);
    expect(counts).toEqual({ lines: 5, equal: 1, different: 2, unpriced: 2 });
    expect(differences.map(({ position, problem }) => [position, problem])).toEqual([
      [1, 'unknown_customer'],
      [3, 'unknown_sku'],
      [4, 'other_price'],
      [5, 'other_price'],
    ]);
  });

  it.each([
    ['2010-12-01', 0],
    ['2011-06-15', overOn('2011-06-15')],
    ['2026-11-21', 12_398],
  ])('have a book for which the lint on %s reports %i expired prices and lists', async (date, count) => {
    expect(overOn(date)).toBe(count);
    let findings: Finding[] = [];
    await app.get(LintPrices).lint(
      new Set(LINT_RULES),
      () => {
        findings = [];
        return (batch) => findings.push(...batch);
      },
      day(date),
    );
    expect(findings.filter(({ rule }) => rule === 'expired')).toHaveLength(count);
    // Its seasons do not overlap and it has no costs, so there are no other findings.
    expect(findings.filter(({ rule }) => rule !== 'expired')).toEqual([]);
  });
});
