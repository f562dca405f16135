import { Injectable } from '@nestjs/common';
import { grouped } from '../../../libs/kernel/index.js';
import { type Finding, type LintContext, type LintRule, PriceChecks, wantsAny } from '../../../libs/pricing/index.js';
import { allProducts, pricedProducts, ProductBook } from '../../commerce/index.js';
import { lintAssignment, lintMatrix, type MatrixShape, matrixMayStillCount } from '../domain/lint-matrices.js';
import { MatricesAndProducts } from '../domain/matrices-and-products.js';
import { conditionsText, lintSameConditions, SameConditions } from '../domain/same-conditions.js';
import { MatrixBook } from '../ports/matrix-rows.js';

/** Maximum number of conditions in memory during one pass over all products. */
const CONDITIONS_AT_ONCE = 50_000;

const AMONG: readonly LintRule[] = ['unreachable_row', 'tie', 'overlapping_windows'];
const BY_PRODUCTS: readonly LintRule[] = ['condition_without_product', 'below_cost'];

/** Checks each matrix by itself, against all products, and against matrices with the same conditions. */
@Injectable()
export class MatrixChecks extends PriceChecks {
  constructor(
    private readonly book: MatrixBook,
    private readonly products: ProductBook,
  ) {
    super();
  }

  async *find(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    if (!wantsAny(context, ['empty_matrix', 'expired', ...AMONG, ...BY_PRODUCTS])) return;
    const same = new SameConditions();
    let waiting: MatrixShape[] = [];
    for await (const batch of this.book.matrices()) {
      const alone = batch.map((matrix) => ({ matrix, findings: lintMatrix(matrix, context) }));
      yield alone.flatMap(({ findings }) => findings);
      for (const { matrix, findings } of alone) {
        if (!matrixMayStillCount(matrix, context.websites)) continue;
        waiting.push(matrix);
        // A matrix that never has a price cannot conflict with another matrix.
        if (!findings.some(({ rule }) => rule === 'unreachable_row')) same.add(matrix);
      }
      if (conditionsOf(waiting) < CONDITIONS_AT_ONCE) continue;
      yield* this.beforeProducts(waiting, context);
      waiting = [];
    }
    yield* this.beforeProducts(waiting, context);
    if (wantsAny(context, AMONG)) yield* this.amongTheirLike(same, context);
    if (context.wants('expired')) yield* this.ofAssignments(context);
  }

  private async *beforeProducts(
    matrices: readonly MatrixShape[],
    context: LintContext,
  ): AsyncGenerator<readonly Finding[], void> {
    if (matrices.length === 0 || !wantsAny(context, BY_PRODUCTS)) return;
    const scan = new MatricesAndProducts(matrices, context.websites);
    for await (const products of allProducts(this.products)) {
      for (const product of products) scan.pass(pricedProducts(product));
      yield [];
    }
    yield scan.findings.filter(({ rule }) => context.wants(rule));
  }

  private async *amongTheirLike(same: SameConditions, context: LintContext): AsyncGenerator<readonly Finding[], void> {
    for (const ids of same.groups) {
      for (const matrices of grouped(await this.book.byIds(ids), conditionsText).values()) {
        const assignments = await this.book.assignmentsOf(matrices.map(({ id }) => id));
        yield lintSameConditions(matrices, assignments, context);
      }
    }
  }

  private async *ofAssignments(context: LintContext): AsyncGenerator<readonly Finding[], void> {
    for await (const batch of this.book.assignments()) {
      const matrices = new Map(
        (await this.book.byIds([...new Set(batch.map(({ matrixId }) => matrixId))])).map((one) => [one.id, one]),
      );
      yield batch.flatMap((assignment) => {
        const matrix = matrices.get(assignment.matrixId);
        // An expired matrix is one finding. Its customers are not reported.
        return matrix && matrixMayStillCount(matrix, context.websites)
          ? lintAssignment(assignment, matrix, context.websites)
          : [];
      });
    }
  }
}

const conditionsOf = (matrices: readonly MatrixShape[]): number =>
  matrices.reduce((sum, { conditions }) => sum + conditions.length, 0);
