import { grouped } from '../../../libs/kernel/index.js';
import { type Finding, finding, type LintContext, lintPool } from '../../../libs/pricing/index.js';
import { type Assignment, matrixPool, type MatrixShape, rowFor } from './lint-matrices.js';

/** Equal for two matrices if and only if they match the same products. */
export const conditionsText = ({ relation, conditions }: MatrixShape): string => {
  const asked = conditions.map(({ attributeCode, attributeValue }) => JSON.stringify([attributeCode, attributeValue]));
  // A single condition means the same under AND and OR.
  return `${asked.length > 1 ? relation : ''}${[...new Set(asked)].sort().join()}`;
};

/** A 53-bit hash, so that a million texts take little memory. */
export const textNumber = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
};

/** Groups matrices that match the same products. */
export class SameConditions {
  private readonly first = new Map<number, number>();
  private readonly more = new Map<number, Set<number>>();

  add(matrix: MatrixShape): void {
    const key = textNumber(conditionsText(matrix));
    const known = this.first.get(key);
    if (known === undefined) this.first.set(key, matrix.id);
    else this.more.set(key, (this.more.get(key) ?? new Set([known])).add(matrix.id));
  }

  /** Groups of two or more IDs. A hash collision can add an ID that does not belong to the group. */
  get groups(): readonly (readonly number[])[] {
    return [...this.more.values()].map((ids) => [...ids]);
  }
}

interface RepeatedFinding {
  readonly finding: Finding;
  readonly related: Set<number>;
  /** Number of customers with this finding. */
  times: number;
}

/**
 * Reports `unreachable_row`, `tie` and `overlapping_windows` among matrices that match the same products, for each
 * customer with several of them. A matrix is reported as unreachable only if all of its customers cannot reach it.
 */
export const lintSameConditions = (
  matrices: readonly MatrixShape[],
  assignments: readonly Assignment[],
  context: LintContext,
): readonly Finding[] => {
  const byId = new Map(matrices.map((matrix) => [matrix.id, matrix]));
  const customersOf = new Map<number, number>();
  for (const { matrixId } of assignments) customersOf.set(matrixId, (customersOf.get(matrixId) ?? 0) + 1);
  const repeated = new Map<string, RepeatedFinding>();
  const ofRows: LintContext = { ...context, wants: (rule) => rule !== 'below_cost' && context.wants(rule) };
  for (const some of grouped(assignments, ({ customerId }) => customerId).values()) {
    const rows = some.flatMap((one) => {
      const matrix = byId.get(one.matrixId);
      return matrix ? rowFor(matrix, one) : [];
    });
    if (rows.length < 2) continue;
    for (const one of lintPool(matrixPool(rows), ofRows)) {
      if (one.rule === 'expired') continue;
      const key = `${one.rule} ${one.severity} ${one.id}`;
      const known = repeated.get(key) ?? { finding: one, related: new Set<number>(), times: 0 };
      repeated.set(key, known);
      known.times += 1;
      for (const id of one.related) known.related.add(id);
    }
  }
  return [...repeated.values()].flatMap(({ finding: { rule, severity, resource, id, message }, related, times }) =>
    rule === 'unreachable_row' && times < (customersOf.get(id) ?? 0)
      ? []
      : finding(rule, severity, { recordType: resource, id }, message, [...related]),
  );
};
