import { Injectable } from '@nestjs/common';
import { type MaybePromise, whenThere } from '../../../libs/kernel/index.js';
import {
  type Bases,
  type Buyer,
  type Dated,
  type Evaluation,
  type Line,
  type LoadDepth,
  ONLY_ROWS_SHOW,
  PriceSource,
  type PricedProduct,
  type Reach,
  SAME_FOR_GROUP,
} from '../../../libs/pricing/index.js';
import { evaluateMatrices, type MatrixRow, periodsOfMatrices } from '../domain/evaluate-matrices.js';
import { matricesHit, matrixRowsByProduct } from '../domain/match-matrices.js';
import { MatrixRows } from '../ports/matrix-rows.js';

/** Provides prices of the matrices assigned to a customer. An unknown buyer has none. */
@Injectable()
export class MatrixSource extends PriceSource<readonly MatrixRow[]> {
  constructor(private readonly rows: MatrixRows) {
    super();
  }

  load(
    buyer: Buyer,
    products: readonly PricedProduct[],
    depth: LoadDepth,
  ): MaybePromise<ReadonlyMap<number, readonly MatrixRow[]>> {
    const { customerId } = buyer;
    if (customerId === null || products.length === 0) return new Map();
    return whenThere(
      this.rows.hitsOf(customerId, products),
      (hits): MaybePromise<ReadonlyMap<number, readonly MatrixRow[]>> => {
        const wanted = depth === 'all' ? undefined : matricesHit(hits);
        if (wanted?.length === 0) return new Map();
        return whenThere(this.rows.reachedBy(customerId, wanted), (reached) =>
          matrixRowsByProduct(hits, reached, products, buyer, depth),
        );
      },
    );
  }

  override reach({ customerId }: Buyer): MaybePromise<Reach> {
    if (customerId === null) return SAME_FOR_GROUP;
    return whenThere(this.rows.hasAny(customerId), (any) => (any ? ONLY_ROWS_SHOW : SAME_FOR_GROUP));
  }

  override isPersonal(rows: readonly MatrixRow[] | undefined): boolean {
    return rows !== undefined;
  }

  evaluate(rows: readonly MatrixRow[] | undefined, line: Line, buyer: Buyer, bases: Bases): readonly Evaluation[] {
    return evaluateMatrices(rows ?? [], line, buyer, bases);
  }

  periods(rows: readonly MatrixRow[] | undefined): readonly Dated[] {
    return periodsOfMatrices(rows ?? []);
  }
}
