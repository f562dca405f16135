import { day } from '../../kernel/index.js';
import { aBuyer, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import {
  choose,
  highestId,
  highestQty,
  evaluateRow,
  latestStart,
  lowestId,
  lowestPrice,
  type PriceRow,
  type Rule,
  specificWebsite,
} from '../index.js';
import type { Buyer } from '../buyer.js';
import type { Frame } from '../evaluate.js';
import { type LintRule, LINT_RULES } from './finding.js';
import { lintPool, POOL_MAX } from './lint-pool.js';
import { ANY_PRODUCT, comparableForAll } from './many-products.js';
import type { Pool } from './pool.js';
import type { LintContext, LintWebsite } from './price-checks.js';

const TODAY = '2026-06-15';

const website = (websiteId: number, currency = 'GBP', today = TODAY): LintWebsite => ({
  buyer: aBuyer({ customerId: null, groupId: 0, websiteId, currency, baseCurrency: currency }),
  today: day(today),
});

const ONE = [website(1)];
const TWO = [website(1), website(2, 'EUR')];

/** The rules that choose among a customer's prices, and among the rows of a list. */
const CUSTOMER: readonly Rule[] = [highestQty, specificWebsite, latestStart, highestId];
const LIST: readonly Rule[] = [highestQty, lowestPrice, lowestId];
/** The rules for product tiers: the cheapest wins, whatever its threshold. */
const TIERS: readonly Rule[] = [lowestPrice, lowestId];

interface World {
  readonly rules?: readonly Rule[];
  readonly websites?: readonly LintWebsite[];
  readonly product?: ProductParts;
  readonly frame?: Frame;
  readonly wanted?: readonly LintRule[];
  readonly many?: boolean;
}

const lint = (
  rows: readonly RowParts[],
  {
    rules = CUSTOMER,
    websites = ONE,
    product = { price: 10, cost: 1 },
    frame = {},
    wanted = LINT_RULES,
    many = false,
  }: World = {},
) => {
  const pool: Pool = {
    rows: rows.map((parts, index) => aRow({ id: index + 1, value: 8, ...parts })),
    productOn: () => (many ? ANY_PRODUCT : aProduct(product)),
    evaluate: (some, line, buyer, bases) =>
      choose(
        'customer_price',
        some.map((row) => evaluateRow(row, line, buyer, bases, frame)),
        rules,
      ),
    frameOf: () => frame,
    ...(many
      ? {
          comparable: (one: PriceRow, other: PriceRow, buyer: Buyer) => comparableForAll(one, other, true, buyer),
        }
      : {}),
  };
  const context: LintContext = { websites, wants: (rule) => wanted.includes(rule) };
  return lintPool(pool, context);
};

/** `rule id related`, with the severity unless it is a warning. */
const linesOf = (rows: readonly RowParts[], world: World = {}): readonly string[] =>
  lint(rows, world).map(
    ({ rule, severity, id, related }) =>
      `${rule} ${id}${related.length > 0 ? ` (${related.join(',')})` : ''}${severity === 'warning' ? '' : ` ${severity}`}`,
  );

const only = (rule: LintRule): World => ({ wanted: [rule] });

describe('lintPool()', () => {
  it.each<[string, readonly RowParts[], World?]>([
    ['one row', [{}]],
    ['different thresholds', [{ qty: 1 }, { qty: 10, value: 7 }, { qty: 50, value: 6 }]],
    ['adjacent periods', [{ to: '2026-12-31' }, { from: '2027-01-01', value: 7 }]],
    ['a row for a website and one for all', [{}, { websiteId: 1, value: 7 }], { websites: TWO }],
    ['rows of two websites', [{ websiteId: 1 }, { websiteId: 2 }], { websites: TWO }],
    ['rows of two currencies', [{ currency: 'GBP' }, { currency: 'EUR' }]],
    ['no row', []],
  ])('reports nothing for %s', (_, rows, world = {}) => {
    expect(linesOf(rows, world)).toEqual([]);
  });
});

describe('expired', () => {
  it.each<[string, readonly RowParts[], World, readonly string[]]>([
    ['reports a row whose last day has passed', [{ to: '2026-06-14' }], {}, ['expired 1 notice']],
    ['ignores a row on its last day', [{ to: TODAY }], {}, []],
    ['ignores a row before its first day', [{ from: '2026-07-01' }], {}, []],
    [
      'uses the date on the website of the row',
      [
        { to: '2026-06-15', websiteId: 1 },
        { to: '2026-06-15', websiteId: 2 },
      ],
      { websites: [website(1, 'GBP', '2026-06-16'), website(2)] },
      ['expired 1 notice'],
    ],
    [
      'ignores a row of all websites until it has expired on each',
      [{ to: '2026-06-15' }],
      { websites: [website(1, 'GBP', '2026-06-16'), website(2)] },
      [],
    ],
    [
      'excludes the row from all other findings',
      [{ to: '2026-06-14', value: 0 }, { to: '2026-06-14', value: 0.5 }, { value: 0.5 }],
      { product: { price: 10, cost: 1 } },
      ['expired 1 notice', 'expired 2 notice', 'below_cost 3 error'],
    ],
  ])('%s', (_, rows, world, findings) => {
    expect(linesOf(rows, world)).toEqual(findings);
  });

  it('names the last day', () => {
    expect(lint([{ to: '2026-06-14' }])[0]).toEqual({
      rule: 'expired',
      severity: 'notice',
      resource: 'customerPrice',
      id: 1,
      related: [],
      message: 'The period of validity ended on 2026-06-14.',
    });
  });
});

describe('unreachable_row', () => {
  it.each<[string, readonly RowParts[], World, readonly string[]]>([
    [
      'reports a row that always yields to a later one',
      [{ from: '2026-01-01' }, { from: '2026-02-01' }],
      {},
      ['unreachable_row 1 (2)'],
    ],
    [
      'ignores a row that applies after the later one ends',
      [{ from: '2026-01-01' }, { from: '2026-02-01', to: '2026-12-31' }],
      {},
      [],
    ],
    [
      'ignores a row that applies before the later one starts',
      [{ from: '2026-01-01' }, { from: '2026-07-01' }],
      {},
      [],
    ],
    [
      'reports a row that yields to two others in turn',
      [
        { from: '2026-01-01', to: '2026-12-31' },
        { from: '2026-02-01', to: '2026-08-31' },
        { from: '2026-09-01', to: '2026-12-31' },
      ],
      {},
      ['unreachable_row 1 (2,3)'],
    ],
    [
      'ignores a row that applies on a day between two others',
      [
        { from: '2026-01-01', to: '2026-12-31' },
        { from: '2026-02-01', to: '2026-08-30' },
        { from: '2026-09-01', to: '2026-12-31' },
      ],
      {},
      [],
    ],
    [
      'reports a row of all websites that yields to one on each',
      [{}, { websiteId: 1 }, { websiteId: 2 }],
      { websites: TWO },
      ['unreachable_row 1 (2,3)'],
    ],
    ['reports a dearer row in a list', [{ value: 9 }, { value: 8 }], { rules: LIST }, ['unreachable_row 1 (2)']],
    [
      'reports a tier that costs more than a lower one',
      [
        { qty: 10, value: 9 },
        { qty: 5, value: 8 },
      ],
      { rules: TIERS },
      ['unreachable_row 1 (2)'],
    ],
    [
      'ignores tiers whose price falls with the quantity',
      [
        { qty: 10, value: 7 },
        { qty: 5, value: 8 },
      ],
      { rules: TIERS },
      [],
    ],
    ['reports a price of 0', [{ value: 0 }], {}, ['unreachable_row 1']],
    ['reports a price that rounds to 0', [{ value: '0.00004' }], {}, ['unreachable_row 1']],
    ['reports a base that is not set', [{ type: 3, on: 'msrp', value: 5 }], {}, ['unreachable_row 1']],
    [
      'ignores a base that will be set',
      [{ type: 4, on: 'special_price', value: 1 }],
      { product: { price: 10, special: 9, specialFrom: '2026-08-01' } },
      [],
    ],
    [
      'reports a base that has expired',
      [{ type: 4, on: 'special_price', value: 1 }],
      { product: { price: 10, special: 9, specialTo: '2026-06-14' } },
      ['unreachable_row 1'],
    ],
    ['reports a base in another currency', [{ type: 3, value: 5, currency: 'USD' }], {}, ['unreachable_row 1']],
    [
      'reports a period outside that of its list',
      [{ from: '2026-09-01' }],
      { frame: { toDate: day('2026-08-31') } },
      ['unreachable_row 1'],
    ],
    [
      'ignores a period that overlaps that of its list by a day',
      [{ from: '2026-08-31' }],
      { frame: { toDate: day('2026-08-31') } },
      [],
    ],
    [
      'ignores a row whose currency differs from that of its list',
      [{ currency: 'EUR' }, { value: 7 }],
      { frame: { currency: 'USD' } },
      [],
    ],
  ])('%s', (_, rows, world, findings) => {
    expect(linesOf(rows, { ...world, ...only('unreachable_row') })).toEqual(findings);
  });

  it('states the reason', () => {
    const why = (rows: readonly RowParts[], world: World = {}) =>
      lint(rows, { ...world, ...only('unreachable_row') }).map(({ message }) => message);
    expect(why([{ from: '2026-01-01' }, { from: '2026-02-01' }])).toEqual([
      'From today on, other rows always take precedence over this row.',
    ]);
    expect(why([{ value: 0 }])).toEqual(['The price rounds to 0, and the settings skip prices of 0.']);
    expect(why([{ type: 3, on: 'msrp' }])).toEqual(['The row is based on msrp, which is not set for its products.']);
    expect(why([{ from: '2026-09-01' }], { frame: { toDate: day('2026-08-31') } })).toEqual([
      'From today on, the validity period of the row never overlaps that of its list, matrix or assignment.',
    ]);
  });

  it('for many products reports only what applies to all of them', () => {
    const many = { many: true, rules: LIST, ...only('unreachable_row') };
    expect(linesOf([{ value: 120 }, { value: 110 }], many)).toEqual(['unreachable_row 1 (2)']);
    expect(linesOf([{ value: 120 }, { type: 5, value: 10 }], many)).toEqual([]);
    expect(
      linesOf(
        [
          { type: 5, value: 10 },
          { type: 5, value: 20 },
        ],
        many,
      ),
    ).toEqual(['unreachable_row 1 (2)']);
    expect(
      linesOf(
        [
          { type: 5, value: 10 },
          { type: 5, value: 20, on: 'msrp' },
        ],
        many,
      ),
    ).toEqual([]);
    // Some product may cost more than the discount.
    expect(linesOf([{ type: 4, value: 150 }], many)).toEqual([]);
    expect(linesOf([{ type: 4, value: '999999999.999999' }], many)).toEqual(['unreachable_row 1']);
    // Both turn a price of 0 into 0, so the lower id wins.
    const zeroes = {
      ...many,
      websites: ONE.map(({ buyer, today }) => ({ buyer: aBuyer(buyer, { skipZeroPrice: 0 }), today })),
    };
    const halves = [
      { type: 5, value: 10 },
      { type: 5, value: 50 },
    ] as const;
    expect(linesOf(halves, zeroes)).toEqual([]);
    expect(linesOf([...halves].reverse(), zeroes)).toEqual(['unreachable_row 2 (1)']);
    // A discount may reduce a small base to 0, and a price of 0 is skipped.
    expect(
      linesOf(
        [
          { type: 4, value: 1 },
          { type: 4, value: 2 },
        ],
        many,
      ),
    ).toEqual([]);
    // The row with the later start takes precedence for every product, but only where it has a price.
    const byStart = { ...many, rules: CUSTOMER };
    expect(
      linesOf(
        [
          { type: 5, value: 10 },
          { value: 5, from: '2026-01-01' },
        ],
        byStart,
      ),
    ).toEqual([]);
  });
});

describe('tie', () => {
  it.each<[string, readonly RowParts[], World, readonly string[]]>([
    [
      'warns if only the ids decide and the prices differ',
      [
        { from: '2026-01-01', to: '2026-12-31', value: 8 },
        { from: '2026-01-01', value: 9 },
      ],
      {},
      ['tie 2 (1)'],
    ],
    [
      'gives a notice if the prices are equal',
      [{ from: '2026-01-01', to: '2026-12-31' }, { from: '2026-01-01' }],
      {},
      ['tie 2 (1) notice'],
    ],
    [
      'reports the higher id, whichever row is read first',
      [{ id: 2 }, { id: 1, to: '2026-12-31' }],
      {},
      ['tie 2 (1) notice'],
    ],
    ['ignores rows with different starts', [{ from: '2026-01-01' }, { from: '2026-01-02', value: 9 }], {}, []],
    [
      'ignores rows of a list with different prices',
      [{ to: '2026-12-31', value: 8 }, { value: 9 }],
      { rules: LIST },
      [],
    ],
    ['reports rows of a list with the same price', [{ to: '2026-12-31' }, {}], { rules: LIST }, ['tie 2 (1) notice']],
    ['ignores rows with different quantities', [{}, { qty: 2 }], { rules: LIST }, []],
    ['ignores rows with disjoint periods', [{ to: '2026-06-30' }, { from: '2026-07-01' }], { rules: LIST }, []],
    [
      'ignores periods that overlapped only in the past',
      [{ to: '2026-12-31' }, { from: '2026-01-01', to: '2026-06-14' }],
      { rules: LIST },
      [],
    ],
    ['ignores rows that differ in their website', [{}, { websiteId: 1, value: 9 }], {}, []],
    [
      'reports rows of a website and of all if the website does not decide',
      [{}, { websiteId: 1 }],
      { rules: LIST },
      ['tie 2 (1) notice'],
    ],
    ['ignores rows of two websites', [{ websiteId: 2 }, { websiteId: 1 }], { rules: LIST, websites: TWO }, []],
    ['ignores rows with different currencies', [{ currency: 'USD' }, {}], { rules: LIST }, []],
    [
      'treats a missing currency as the base currency',
      [{ currency: 'GBP' }, {}],
      { rules: LIST },
      ['tie 2 (1) notice'],
    ],
    ['ignores rows without a price', [{ value: 0 }, { value: 0, to: '2026-12-31' }], { rules: LIST }, []],
    [
      'names every lower id of a tie of three',
      [{ to: '2026-12-31' }, {}, { to: '2027-12-31' }],
      { rules: LIST },
      ['tie 2 (1) notice', 'tie 3 (1,2) notice'],
    ],
  ])('%s', (_, rows, world, findings) => {
    expect(linesOf(rows, { ...world, ...only('tie') }).filter((text) => text.startsWith('tie'))).toEqual(findings);
  });

  it('is found even among more rows than a finding names', () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({ value: at + 1, from: `2026-07-${at + 10}` }));
    const found = linesOf([...rows, { value: 12, from: '2026-08-01' }], { rules: LIST, ...only('tie') });
    expect(found.filter((text) => text.startsWith('tie'))).toEqual(['tie 13 (12) notice']);
  });

  it('names the period', () => {
    expect(
      lint(
        [
          { from: '2026-01-01', to: '2026-12-31' },
          { from: '2026-01-01', value: 9 },
        ],
        only('tie'),
      )[0],
    ).toMatchObject({
      id: 2,
      message:
        'This row and another row have equal precedence from 2026-01-01 to 2026-12-31, so only the ID decides which row applies. Their prices differ.',
    });
  });
});

describe('overlapping_windows', () => {
  it.each<[string, readonly RowParts[], World, readonly string[]]>([
    ['reports two open-ended periods', [{}, { from: '2026-07-01' }], {}, ['overlapping_windows 2 (1)']],
    [
      'reports two periods that share a day',
      [{ to: '2026-07-31' }, { from: '2026-07-31' }],
      {},
      ['overlapping_windows 2 (1)'],
    ],
    [
      'gives a notice for a temporary price within another period',
      [{}, { from: '2026-07-01', to: '2026-07-31' }],
      {},
      ['overlapping_windows 2 (1) notice'],
    ],
    [
      'gives a notice for a temporary price that starts or ends with another',
      [
        { value: 8, from: '2026-07-01', to: '2026-12-31' },
        { value: 7, from: '2026-07-01', to: '2026-07-31' },
        { value: 6, from: '2026-12-01', to: '2026-12-31' },
      ],
      { rules: LIST },
      ['overlapping_windows 2 (1) notice', 'overlapping_windows 3 (1) notice'],
    ],
    [
      'reports a period that ends a day after the other',
      [
        { from: '2026-07-01', to: '2026-12-30' },
        { from: '2026-12-01', to: '2026-12-31' },
      ],
      {},
      ['overlapping_windows 2 (1)'],
    ],
    [
      'ignores periods that overlapped only in the past',
      [{ to: '2026-06-14', from: '2026-01-01' }, { from: '2026-05-01' }],
      {},
      [],
    ],
    ['ignores rows that differ in their website', [{}, { websiteId: 1, from: '2026-07-01' }], { websites: TWO }, []],
    ['does not report a tie again', [{ from: '2026-01-01', to: '2026-12-31' }, { from: '2026-01-01' }], {}, []],
    [
      'reports the row that starts later, whatever its id',
      [{ from: '2026-07-01' }, {}],
      {},
      ['overlapping_windows 1 (2)'],
    ],
  ])('%s', (_, rows, world, findings) => {
    const all = linesOf(rows, { ...world, ...only('overlapping_windows') });
    expect(all.filter((text) => text.startsWith('overlap'))).toEqual(findings);
  });

  it('names the period and at most ten other rows', () => {
    const rows = Array.from({ length: 13 }, (_, at) => ({ from: `2026-07-${String(at + 1).padStart(2, '0')}` }));
    const last = lint(rows, only('overlapping_windows')).at(-1);
    expect(last).toMatchObject({ id: 13, related: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
    expect(last?.message).toBe('This row and another row for the same quantity are both valid from 2026-07-13.');
  });
});

describe('below_cost', () => {
  it.each<[string, readonly RowParts[], World, readonly string[]]>([
    ['reports a price below the cost', [{ value: '4.9999' }], { product: { cost: 5 } }, ['below_cost 1 error']],
    ['ignores a price equal to the cost', [{ value: 5 }], { product: { cost: 5 } }, []],
    ['ignores a product without a cost', [{ value: 1 }], { product: { price: 9 } }, []],
    ['treats a cost of 0 as no cost', [{ value: 1 }], { product: { cost: 0 } }, []],
    [
      'reports a discount below the cost',
      [{ type: 5, value: 60 }],
      { product: { price: 10, cost: 5 } },
      ['below_cost 1 error'],
    ],
    ['ignores a surcharge on the cost', [{ type: 3, on: 'cost', value: 10 }], { product: { cost: 5 } }, []],
    ['ignores a price in another currency', [{ value: 1, currency: 'USD' }], { product: { cost: 5 } }, []],
    ['ignores a price that is always skipped', [{ value: 0 }], { product: { cost: 5 } }, []],
    [
      'reports a row that starts later',
      [{ value: 1, from: '2027-01-01' }],
      { product: { cost: 5 } },
      ['below_cost 1 error'],
    ],
    ['reports a row on its last day', [{ value: 1, to: TODAY }], { product: { cost: 5 } }, ['below_cost 1 error']],
    [
      'reports a row once for any number of websites',
      [{ value: 1 }],
      { product: { cost: 5 }, websites: TWO },
      ['below_cost 1 error'],
    ],
    [
      'reports a row of one website',
      [{ value: 1, websiteId: 2 }],
      { product: { cost: 5 }, websites: TWO },
      ['below_cost 1 error'],
    ],
  ])('%s', (_, rows, world, findings) => {
    expect(linesOf(rows, { ...world, ...only('below_cost') })).toEqual(findings);
  });

  it('names the product, website, price and cost', () => {
    expect(
      lint([{ value: 4, websiteId: 2 }], { ...only('below_cost'), product: { sku: 'B2', cost: 5 }, websites: TWO }),
    ).toEqual([
      {
        rule: 'below_cost',
        severity: 'error',
        resource: 'customerPrice',
        id: 1,
        related: [],
        message: 'The price of B2 on website 2 is 4 EUR, below the cost of 5.',
      },
    ]);
  });
});

describe('a very large pool', () => {
  it('is checked row by row, not pair by pair', () => {
    const rows = Array.from({ length: POOL_MAX + 1 }, () => ({ value: 0.5 }));
    const rules = new Set(lint(rows).map(({ rule }) => rule));
    expect([...rules]).toEqual(['below_cost']);
  });
});
