import fc from 'fast-check';
import { aBuyer, aLine, aProduct, aRow, type RowParts } from '../../test/support/pricing.js';
import { basesOf } from './apply.js';
import {
  choose,
  highestId,
  highestQty,
  latestStart,
  lowestId,
  lowestPrice,
  type Rule,
  specificWebsite,
} from './choose.js';
import { evaluateRow } from './evaluate.js';
import type { Evaluation } from './row.js';

const chosen = (rows: readonly RowParts[], rules: readonly Rule[], qty = 10): Evaluation => {
  const line = aLine(qty, aProduct());
  const buyer = aBuyer();
  const bases = basesOf(line.product, buyer, line.day);
  return choose(
    'customer_price',
    rows.map((parts) => evaluateRow(aRow(parts), line, buyer, bases)),
    rules,
  );
};

describe('choosing among usable rows', () => {
  it('takes no row if none is usable, and keeps every verdict', () => {
    const evaluation = chosen([{ id: 1, qty: 11 }], [lowestId]);
    expect(evaluation.taken).toBeUndefined();
    expect(evaluation.verdicts.map(({ reason }) => reason)).toEqual(['below_qty']);
  });

  it.each<[string, Rule, RowParts, RowParts, string]>([
    ['the higher threshold', highestQty, { qty: 5 }, { qty: 2 }, 'lower_qty'],
    ['the lower price', lowestPrice, { value: 4 }, { value: 5 }, 'dearer_in_source'],
    ['the lower id', lowestId, { id: 1 }, { id: 2 }, 'tie_in_source'],
    ['the higher id', highestId, { id: 2 }, { id: 1 }, 'tie_in_source'],
    ['the specific website', specificWebsite, { websiteId: 1 }, { websiteId: 0 }, 'tie_in_source'],
    ['the later start', latestStart, { from: '2026-02-01' }, { from: '2026-01-31' }, 'tie_in_source'],
    ['a start date over none', latestStart, { from: '2026-02-01' }, {}, 'tie_in_source'],
  ])('prefers %s, in either order', (_, rule, first, second, reason) => {
    for (const rows of [
      [first, second],
      [second, first],
    ]) {
      const { taken, verdicts } = chosen(rows, [rule]);
      expect(taken?.row).toEqual(aRow(first));
      expect(verdicts.filter((verdict) => verdict !== taken).map((verdict) => verdict.reason)).toEqual([reason]);
    }
  });

  it('applies an earlier rule before a later one', () => {
    expect(
      chosen(
        [
          { id: 1, qty: 2, value: 1 },
          { id: 2, qty: 5, value: 9 },
        ],
        [highestQty, lowestPrice],
      ).taken?.row?.id,
    ).toBe(2);
    expect(
      chosen(
        [
          { id: 1, qty: 2, value: 1 },
          { id: 2, qty: 5, value: 9 },
        ],
        [lowestPrice, highestQty],
      ).taken?.row?.id,
    ).toBe(1);
  });

  it('does not depend on the order of the rows', () => {
    const row = fc.record({
      qty: fc.constantFrom(1, 2, 5, 11),
      value: fc.constantFrom(3, 4),
      websiteId: fc.constantFrom(0, 1),
      from: fc.constantFrom(null, '2026-01-01', '2026-02-01'),
    });
    const rules = [highestQty, specificWebsite, latestStart, highestId];
    const verdicts = (rows: readonly RowParts[]) =>
      new Map(chosen(rows, rules).verdicts.map(({ row: of, reason }) => [of?.id, reason]));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (parts, order) => {
        const rows = parts.map((some, index) => ({ ...some, id: index + 1 }));
        const keys = new Map(rows.map((some) => [some.id, order.next().value as number]));
        const shuffled = [...rows].sort((one, other) => (keys.get(one.id) ?? 0) - (keys.get(other.id) ?? 0));
        expect(verdicts(shuffled)).toEqual(verdicts(rows));
      }),
    );
  });
});
