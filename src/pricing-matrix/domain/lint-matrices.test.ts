import { day } from '../../../libs/kernel/index.js';
import { LINT_RULES, type LintContext, type LintWebsite, type LintRule } from '../../../libs/pricing/index.js';
import { aBuyer, aProduct, aRow, type ProductParts, type RowParts } from '../../../test/support/pricing.js';
import { type Assignment, lintAssignment, lintMatrix, type MatrixShape, matrixMayStillCount } from './lint-matrices.js';
import { MatricesAndProducts } from './matrices-and-products.js';
import { conditionsText, lintSameConditions, SameConditions, textNumber } from './same-conditions.js';

const websites: readonly LintWebsite[] = [{ buyer: aBuyer({ customerId: null }), today: day('2026-06-15') }];
const context = (...rules: readonly LintRule[]): LintContext => ({
  websites,
  wants: (rule) => (rules.length === 0 ? LINT_RULES : rules).includes(rule),
});

type CodeAndValue = readonly (readonly [code: string, value: string])[];

const RED: CodeAndValue = [['color', 'red']];

const matrix = ({
  conditions = RED,
  priority = 0,
  relation = 'AND',
  isActive = true,
  hasCustomers = true,
  ...row
}: RowParts & {
  readonly conditions?: CodeAndValue;
  readonly priority?: number;
  readonly relation?: 'AND' | 'OR';
  readonly isActive?: boolean;
  readonly hasCustomers?: boolean;
} = {}): MatrixShape => ({
  ...aRow({ recordType: 'productCustomerMatrix', value: 8, ...row }),
  isActive,
  priority,
  relation,
  hasCustomers,
  conditions: conditions.map(([attributeCode, attributeValue], index) => ({
    id: (row.id ?? 1) * 100 + index,
    attributeCode,
    attributeValue,
  })),
});

const product = (
  id: number,
  attributes: Readonly<Record<string, string | readonly string[]>>,
  parts: ProductParts = {},
) => ({
  ...aProduct({ id, sku: `S${id}`, ...parts }),
  attributes,
});

describe('the checks of one matrix', () => {
  it.each<[string, Parameters<typeof matrix>[0], readonly string[]]>([
    ['accept a valid matrix', {}, []],
    ['report a matrix without conditions', { conditions: [] }, ['empty_matrix']],
    ['report a matrix without customers', { hasCustomers: false }, ['empty_matrix']],
    ['report a matrix without both once', { conditions: [], hasCustomers: false }, ['empty_matrix']],
    ['report an expired matrix', { to: '2026-06-14' }, ['expired']],
    [
      'report nothing else for an expired matrix',
      { conditions: [], hasCustomers: false, to: '2026-06-14' },
      ['expired'],
    ],
    ['report a price of 0', { value: 0 }, ['unreachable_row']],
    ['ignore an inactive matrix', { isActive: false, conditions: [], to: '2026-06-14' }, []],
  ])('%s', (_, parts, rules) => {
    expect(lintMatrix(matrix(parts), context()).map(({ rule }) => rule)).toEqual(rules);
  });

  it('ignore inactive and expired matrices, and report expired assignments', () => {
    expect(
      [{}, { isActive: false }, { to: '2026-06-14' }].map((parts) => matrixMayStillCount(matrix(parts), websites)),
    ).toEqual([true, false, false]);
    const until = (toDate: string | null): Assignment => ({
      id: 9,
      matrixId: 1,
      customerId: 1,
      fromDate: null,
      toDate: toDate === null ? null : day(toDate),
    });
    const linesOf = (toDate: string | null) =>
      lintAssignment(until(toDate), matrix(), websites).map(({ rule, resource, id }) => [rule, resource, id]);
    expect([linesOf(null), linesOf('2026-06-15'), linesOf('2026-06-14')]).toEqual([
      [],
      [],
      [['expired', 'productCustomerMatrixCustomer', 9]],
    ]);
    // On the other website, it is still the previous day.
    const later: LintWebsite = { buyer: aBuyer({ customerId: null, websiteId: 2 }), today: day('2026-06-14') };
    const onBoth = (websiteId: number) =>
      lintAssignment(until('2026-06-14'), matrix({ websiteId }), [...websites, later]);
    expect([onBoth(0), onBoth(1), onBoth(2)].map(({ length }) => length)).toEqual([0, 1, 0]);
  });
});

describe('the checks of matrices against all products', () => {
  const products = [
    product(1, { color: ['red', 'blue'] }, { price: 10, cost: 9 }),
    product(2, { color: 'green', size: 'L' }, { price: 100, cost: 50 }),
    { ...product(3, {}), categoryIds: [31] },
  ];
  const linesOf = (...parts: readonly Parameters<typeof matrix>[0][]) => {
    const scan = new MatricesAndProducts(
      parts.map((one, index) => matrix({ id: index + 1, ...one })),
      websites,
    );
    for (const one of products) scan.pass(() => one);
    return scan.findings.map(
      ({ rule, resource, id }) => `${rule} ${resource === 'productCustomerMatrix' ? 'matrix' : 'condition'} ${id}`,
    );
  };

  it.each<[string, CodeAndValue, 'AND' | 'OR', readonly string[]]>([
    ['accept a value of a list', RED, 'AND', []],
    ['accept two values of one list', [...RED, ['color', 'blue']], 'AND', []],
    ['report a value that no product has', [['color', 'pink']], 'AND', ['condition_without_product condition 100']],
    ['report a code in another case', [['Color', 'red']], 'AND', ['condition_without_product condition 100']],
    [
      'accept an SKU and a category',
      [
        ['sku', 'S3'],
        ['category_ids', '31'],
      ],
      'AND',
      [],
    ],
    ['report an SKU that does not exist', [['sku', 's3']], 'AND', ['condition_without_product condition 100']],
    [
      'report one of two conditions under OR',
      [['color', 'pink'], ...RED],
      'OR',
      ['condition_without_product condition 100'],
    ],
    [
      'report conditions that no product meets together',
      [...RED, ['size', 'L']],
      'AND',
      ['condition_without_product matrix 1'],
    ],
    ['accept such conditions under OR', [...RED, ['size', 'L']], 'OR', []],
    ['ignore a matrix without conditions, which is reported elsewhere', [], 'AND', []],
  ])('%s', (_, conditions, relation, findings) => {
    expect(linesOf({ conditions, relation, value: 200 })).toEqual(findings);
  });

  it('report a matrix below the cost of any matching product', () => {
    expect(
      linesOf(
        { value: 9 },
        { value: '8.99' },
        { value: 49, conditions: [['size', 'L']] },
        { value: 1, conditions: [['sku', 'S3']] },
      ),
    ).toEqual(['below_cost matrix 2', 'below_cost matrix 3']);
    const green = { conditions: [...RED, ['color', 'green']], relation: 'OR' } as const;
    expect(
      linesOf({ ...green, type: 5, value: 9 }, { ...green, type: 5, value: 11 }, { ...green, type: 4, value: '1.01' }),
    ).toEqual(['below_cost matrix 2', 'below_cost matrix 3']);
  });

  it('name the product whose cost is higher', () => {
    const scan = new MatricesAndProducts([matrix({ value: 5 })], websites);
    for (const one of products) scan.pass(() => one);
    expect(scan.findings[0]?.message).toBe('The price of S1 on website 1 is 5 GBP, below the cost of 9.');
  });
});

describe('matrices that match the same products', () => {
  it('are found by a text of their conditions in any order', () => {
    const text = (conditions: CodeAndValue, relation: 'AND' | 'OR' = 'AND') =>
      conditionsText(matrix({ conditions, relation }));
    const two: CodeAndValue = [...RED, ['size', 'L']];
    expect(text(two)).toBe(text([...two].reverse()));
    expect(text(two)).not.toBe(text(two, 'OR'));
    expect(text(RED)).toBe(text(RED, 'OR'));
    expect(text([['a', 'b"],["c']])).not.toBe(
      text([
        ['a', 'b'],
        ['c', ''],
      ]),
    );
    const numbers = new Set(Array.from({ length: 20_000 }, (_, at) => textNumber(`["color","c${at}"]`)));
    expect([numbers.size, [...numbers].every(Number.isSafeInteger)]).toEqual([20_000, true]);
    const same = new SameConditions();
    for (const one of [
      matrix({ id: 1 }),
      matrix({ id: 2, conditions: two }),
      matrix({ id: 3, relation: 'OR' }),
      matrix({ id: 4 }),
    ])
      same.add(one);
    expect(same.groups).toEqual([[1, 3, 4]]);
  });

  const has = (customerId: number, matrixId: number, days: Partial<Assignment> = {}): Assignment => ({
    id: customerId * 10 + matrixId,
    matrixId,
    customerId,
    fromDate: null,
    toDate: null,
    ...days,
  });
  const linesOf = (matrices: readonly MatrixShape[], assignments: readonly Assignment[]) =>
    lintSameConditions(matrices, assignments, context()).map(
      ({ rule, id, related }) => `${rule} ${id} (${related.join(',')})`,
    );

  it.each<[string, readonly MatrixShape[], readonly Assignment[], readonly string[]]>([
    ['are not reported if no customer has both', [matrix({ id: 1 }), matrix({ id: 2 })], [has(11, 1), has(12, 2)], []],
    [
      'are reported if a customer has both',
      [matrix({ id: 1 }), matrix({ id: 2, value: 9 })],
      [has(11, 1), has(11, 2), has(12, 2)],
      ['overlapping_windows 2 (1)'],
    ],
    [
      'are reported as unreachable if no customer has only the dearer one',
      [matrix({ id: 1 }), matrix({ id: 2, value: 9 })],
      [has(11, 1), has(11, 2), has(12, 1)],
      ['unreachable_row 2 (1)', 'overlapping_windows 2 (1)'],
    ],
    [
      'are not reported if their priorities differ',
      [matrix({ id: 1, priority: 1, qty: 5 }), matrix({ id: 2 })],
      [has(11, 1), has(11, 2)],
      [],
    ],
    [
      'are reported if a higher priority hides a threshold',
      [matrix({ id: 1, priority: 1 }), matrix({ id: 2, qty: 5 })],
      [has(11, 1), has(11, 2)],
      ['unreachable_row 2 (1)'],
    ],
    [
      'are not reported if a threshold of 1 applies below that of a higher priority',
      [matrix({ id: 1, qty: 1 }), matrix({ id: 2, qty: '0.5', priority: 5 })],
      [has(11, 1), has(11, 2)],
      [],
    ],
    [
      'are reported if a threshold of 1 hides a lower one of the same priority',
      [matrix({ id: 1, qty: 1 }), matrix({ id: 2, qty: '0.5', value: 7 })],
      [has(11, 1), has(11, 2)],
      ['unreachable_row 2 (1)'],
    ],
    [
      'are reported as a tie if their prices are equal',
      [matrix({ id: 1 }), matrix({ id: 2 })],
      [has(11, 1), has(11, 2), has(12, 1), has(12, 2)],
      ['unreachable_row 2 (1)', 'tie 2 (1)'],
    ],
    [
      'are not reported if they are assigned for different periods',
      [matrix({ id: 1 }), matrix({ id: 2 })],
      [has(11, 1, { toDate: day('2026-12-31') }), has(11, 2, { fromDate: day('2027-01-01') })],
      [],
    ],
  ])('%s', (_, matrices, assignments, findings) => {
    expect(linesOf(matrices, assignments)).toEqual(findings);
  });
});
