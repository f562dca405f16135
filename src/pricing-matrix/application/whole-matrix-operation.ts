import { answers, needs, operation, takes } from '../../../libs/operations/index.js';
import { FlagField, fieldsOf, toWire } from '../../../libs/records/index.js';
import { productCustomerMatrixResource } from '../product-customer-matrix.record.js';
import { WholeMatrixAnswer, wholeMatrixBody } from './whole-matrix-fields.js';
import { type WholeMatrixDifference, WriteWholeMatrix } from './write-whole-matrix.js';

class Options {
  @FlagField({ about: 'Dry run flag: 1 returns the difference without storing anything', example: 1 })
  readonly dryRun!: 0 | 1;
}

const FIELDS = fieldsOf(WholeMatrixAnswer);

/** In a dry run, new rows have no ID. */
const withoutIds = (difference: WholeMatrixDifference, isNew: boolean): object => {
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

const { service, path, rights } = productCustomerMatrixResource;

/** See pricing-matrix.md, "A whole matrix in one write". */
export const wholeMatrixOperation = operation({
  service,
  name: 'saveComplete',
  summary: 'Save a product-customer matrix with all its conditions and customers',
  about:
    'The id 0 creates a matrix. A list that is sent replaces the stored rows; a list that is omitted leaves them unchanged. Rows are matched by id, then by external_id, then by condition or customer. With `dryRun=1`, the response contains the difference and nothing is stored.',
  tag: 'Product-customer matrices',
  right: needs.right(rights.save),
  effect: 'writes',
  rest: { verb: 'PUT', path: `${path}/:id/complete` },
  input: { id: takes.id(), options: takes.query(Options), matrix: takes.record(wholeMatrixBody, { limit: 'bulk' }) },
  output: answers.fields(WholeMatrixAnswer),
  errors: [404],
  tellsVersion: true,
  by: WriteWholeMatrix,
  run: async (matrices, { id, options: { dryRun }, matrix }) => {
    const isTried = dryRun === 1;
    const difference = await matrices.write(id, matrix, isTried);
    return toWire(FIELDS, isTried ? withoutIds(difference, id === 0) : difference);
  },
});
