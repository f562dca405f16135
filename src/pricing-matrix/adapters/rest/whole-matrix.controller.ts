import { Inject, Put } from '@nestjs/common';
import { ChangeLog } from '../../../../libs/kernel/index.js';
import { FlagField, fieldsOf, toWire } from '../../../../libs/records/index.js';
import {
  type Answer,
  answers,
  Describes,
  type JsonObject,
  Needs,
  PathId,
  Queried,
  RecordBody,
  RestController,
  written,
} from '../../../../libs/webapi/index.js';
import type { WriteWholeMatrix } from '../../application/write-whole-matrix.js';
import type { MatrixDifference } from '../../domain/whole-matrix.js';
import type { ProductCustomerMatrix } from '../../product-customer-matrix.record.js';
import type { ProductCustomerMatrixAttribute } from '../../product-customer-matrix-attribute.record.js';
import type { ProductCustomerMatrixCustomer } from '../../product-customer-matrix-customer.record.js';
import { MATRIX_RIGHTS } from '../../rights.record.js';
import { WholeMatrixAnswer, wholeMatrixBody } from './whole-matrix.body.js';

type Matrix = ProductCustomerMatrix;
type Condition = ProductCustomerMatrixAttribute;
type Customer = ProductCustomerMatrixCustomer;
type Difference = MatrixDifference<Matrix, Condition, Customer>;

export const WRITE_WHOLE_MATRIX = 'pricing-matrix:write-whole';

class Options {
  @FlagField({ about: '1: nothing is written, only what would be is answered', example: 1 })
  readonly dryRun!: 0 | 1;
}

const FIELDS = fieldsOf(WholeMatrixAnswer);

/** What was only tried has got no id. */
const withoutIds = (difference: Difference, isNew: boolean): object => {
  const { matrix, added } = difference;
  const nowhere = isNew ? { matrixId: null } : {};
  return {
    ...difference,
    matrix: isNew ? { ...matrix, id: null } : matrix,
    added: {
      conditions: added.conditions.map((row) => ({ ...row, id: null, ...nowhere })),
      customers: added.customers.map((row) => ({ ...row, id: null, ...nowhere })),
    },
  };
};

/** A matrix with its conditions and customers in one write (pricing-matrix.md, "A whole matrix in one write"). */
@RestController('pricing/productcustomermatrix')
export class WholeMatrixController {
  constructor(
    @Inject(WRITE_WHOLE_MATRIX) private readonly matrices: WriteWholeMatrix<Matrix, Condition, Customer>,
    private readonly changes: ChangeLog,
  ) {}

  @Put(':id/complete')
  @Needs(MATRIX_RIGHTS.save)
  @Describes({
    summary: 'Write a product-customer matrix with all its conditions and customers',
    about:
      'An id of 0 creates one. A list left out stays; of a list that is sent the stored rows become exactly those, found ' +
      'by id, external_id or what they are about. With `dryRun=1` only the difference is answered.',
    tag: 'Product-customer matrices',
    answer: answers.fields(WholeMatrixAnswer),
    errors: [404],
  })
  put(
    @PathId('id') id: number,
    @Queried(Options) { dryRun }: Options,
    @RecordBody(wholeMatrixBody, 'bulk') input: JsonObject,
  ): Promise<Answer> {
    return written(
      this.changes,
      () => this.matrices.write(id, input, dryRun === 1),
      (difference) => toWire(FIELDS, dryRun === 1 ? withoutIds(difference, id === 0) : difference),
    );
  }
}
