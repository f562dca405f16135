import fc from 'fast-check';
import { type Condition, type Criteria } from '../../../libs/kernel/index.js';
import { type Finding, LINT_RULES } from '../../../libs/pricing/index.js';
import { FirstFindings, rulesWanted } from './first-findings.js';

const finding = (id: number): Finding => ({
  rule: 'expired',
  severity: 'notice',
  resource: 'customerPrice',
  id,
  related: [],
  message: '',
});

describe('the first findings', () => {
  it('are a page of all matches, whatever order they arrive in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 20 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 9 }),
        (batches, page, pageSize) => {
          const isEven = ({ id }: Finding): boolean => id % 2 === 0;
          const first = new FirstFindings({ page, pageSize }, isEven, (one, other) => one.id - other.id);
          for (const ids of batches) first.take(ids.map(finding));
          const all = batches.flat().filter((id) => id % 2 === 0).sort((a, b) => a - b); // prettier-ignore
          const { items, total } = first.page;
          expect([items.map(({ id }) => id), total]).toEqual([
            all.slice((page - 1) * pageSize, page * pageSize),
            all.length,
          ]);
        },
      ),
    );
  });
});

describe('the rules that criteria select', () => {
  const of = (...groups: readonly (readonly (readonly [string, Condition, ...string[]])[])[]) => {
    const criteria: Pick<Criteria, 'groups'> = {
      groups: groups.map((filters) =>
        filters.map(([property, condition, ...values]) => ({ property, condition, values })),
      ),
    };
    return [...rulesWanted(criteria)];
  };

  it('are all, unless a group of filters names some', () => {
    expect(of()).toEqual(LINT_RULES);
    expect(of([['severity', 'eq', 'error']])).toEqual(LINT_RULES);
    expect(of([['rule', 'neq', 'tie']])).toEqual(LINT_RULES);
    expect(
      of([
        ['rule', 'eq', 'tie'],
        ['id', 'eq', '1'],
      ]),
    ).toEqual(LINT_RULES);
    expect(of([['rule', 'eq', 'tie']])).toEqual(['tie']);
    expect(
      of([
        ['rule', 'eq', 'tie'],
        ['rule', 'in', 'expired', 'nope'],
      ]),
    ).toEqual(['tie', 'expired']);
    expect(of([['rule', 'eq', 'tie']], [['rule', 'eq', 'expired']])).toEqual([]);
    expect(of([['rule', 'in', 'tie', 'expired']], [['rule', 'eq', 'expired']], [['id', 'gt', '5']])).toEqual([
      'expired',
    ]);
  });
});
