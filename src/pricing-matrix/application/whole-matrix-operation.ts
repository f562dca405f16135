import { answers, needs, operation, preconditionOf, takes } from '../../../libs/operations/index.js';
import { FlagField, fieldsOf, toWire } from '../../../libs/records/index.js';
import { productCustomerMatrixResource } from '../product-customer-matrix.record.js';
import { StoredWholeMatrix, WholeMatrixAnswer, wholeMatrixBody } from './whole-matrix-fields.js';
import { type WholeMatrixDifference, WriteWholeMatrix } from './write-whole-matrix.js';

class Options {
  @FlagField({ about: 'Dry run flag: 1 returns the difference without storing anything; default 0', example: 1 })
  readonly dryRun!: 0 | 1;
}

const FIELDS = fieldsOf(WholeMatrixAnswer);
const STORED = fieldsOf(StoredWholeMatrix);

const toStored = (matrix: StoredWholeMatrix): object => toWire(STORED, matrix);

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

export const readWholeMatrixOperation = operation({
  service,
  name: 'getComplete',
  summary: 'Get a product-customer matrix with all its conditions and customers',
  about:
    'A matrix with more than 10,000 conditions or customers cannot be returned. Search its conditions or customers instead.',
  tag: 'Product-customer matrices',
  right: needs.right(rights.read),
  effect: 'reads',
  rest: { verb: 'GET', path: `${path}/:id/complete` },
  input: { id: takes.id() },
  output: answers.fields(StoredWholeMatrix),
  errors: [404],
  tagged: true,
  by: WriteWholeMatrix,
  run: async (matrices, { id }) => toStored(await matrices.read(id)),
});

/** See pricing-matrix.md, "A whole matrix in one write". */
export const wholeMatrixOperation = operation({
  service,
  name: 'saveComplete',
  summary: 'Save a product-customer matrix with all its conditions and customers',
  about:
    'The ID 0 creates a matrix. A list in the request replaces the stored rows; an omitted list leaves them unchanged. Rows are matched by `id`, then by `external_id`, then by condition or customer. With `dryRun=1`, the response contains the difference and nothing is stored. In `If-Match`, send the ETag that GET returned for the same path.',
  tag: 'Product-customer matrices',
  right: needs.right(rights.save),
  effect: 'writes',
  rest: { verb: 'PUT', path: `${path}/:id/complete` },
  input: { id: takes.id(), options: takes.query(Options), matrix: takes.record(wholeMatrixBody, { limit: 'bulk' }) },
  output: answers.fields(WholeMatrixAnswer),
  errors: [404],
  tellsVersion: true,
  conditional: true,
  by: WriteWholeMatrix,
  run: async (matrices, { id, options: { dryRun }, matrix }, context) => {
    const isTried = dryRun === 1;
    const difference = await matrices.write(id, matrix, isTried, preconditionOf(context, toStored));
    return toWire(FIELDS, isTried ? withoutIds(difference, id === 0) : difference);
  },
});
