import { bulkOperations, recordOperations } from '../../libs/operations/index.js';
import { readWholeMatrixOperation, wholeMatrixOperation } from './application/whole-matrix-operation.js';
import { MATRIX_RESOURCES } from './resources.record.js';
import { MATRIX_RIGHTS } from './rights.record.js';
import { recordRights, type RoomManifest } from '../../libs/manifest/index.js';
import { priceChecks, priceCodes, priceSources } from '../../libs/pricing/index.js';
import { MATRIX_MIGRATIONS } from './migrations/index.js';
import { MatrixSource } from './application/matrix-source.js';
import { MatrixChecks } from './application/matrix-checks.js';
import { personalRecords } from '../../libs/records/index.js';
import { productCustomerMatrixCustomerResource } from './product-customer-matrix-customer.record.js';

export const PRICING_MATRIX_ROOM: RoomManifest = {
  name: 'pricing-matrix',
  chapter: {
    title: 'Product-customer matrices',
    about:
      'Prices for all products that match the conditions of a matrix, for the customers to whom the matrix is assigned.',
  },
  addOn: true,
  resources: MATRIX_RESOURCES,
  migrations: MATRIX_MIGRATIONS,
  rights: recordRights(MATRIX_RIGHTS, 'product-customer matrices'),
  operations: [
    ...MATRIX_RESOURCES.flatMap((resource) => [...recordOperations(resource), ...bulkOperations(resource)]),
    readWholeMatrixOperation,
    wholeMatrixOperation,
  ],
  services: MATRIX_RESOURCES,
  scopes: [{ scope: 'matrix', rank: 50 }],
  provides: [
    priceCodes({ code: 'product_customer_matrix', rank: 20, individual: true }),
    priceSources(MatrixSource),
    priceChecks(MatrixChecks),
  ],
  personal: {
    records: [
      personalRecords({
        resource: productCustomerMatrixCustomerResource,
        by: 'customerId',
        holds: 'id',
        alongside: ['matrixId'],
      }),
    ],
  },
};
