import { change } from '../../libs/kernel/index.js';
import { periodFaults, touched } from '../../libs/pricing/index.js';
import { DatedRecord, defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { MATRIX_RIGHTS } from './rights.record.js';

/** Assigns a matrix to a customer for a period (pricing.md §1). */
export class ProductCustomerMatrixCustomer extends DatedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('productCustomerMatrix', {
    about: 'Matrix assigned to the customer',
    required: true,
    onDelete: 'cascade',
  })
  readonly matrixId!: number;

  @ReferenceField('customer', { about: 'Customer the matrix is assigned to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;
}

export const productCustomerMatrixCustomerResource = defineRecord<ProductCustomerMatrixCustomer>({
  resource: 'productCustomerMatrixCustomer',
  record: ProductCustomerMatrixCustomer,
  room: 'pricing-matrix',
  path: 'pricing/productcustomermatrixcustomer',
  title: { one: 'customer assignment of a matrix', many: 'customer assignments of matrices' },
  table: 'matrix_customer',
  rights: MATRIX_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The customer comes first, because quotes look up the matrices of a customer.
      name: 'matrix_customer_pair',
      properties: ['customerId', 'matrixId'],
      says: 'This product-customer matrix is already assigned to this customer. Update that assignment instead.',
    },
  ],
  indexes: [{ name: 'matrix_customer_updated_at', properties: ['updatedAt'] }],
  service: 'pricingProductCustomerMatrixCustomerRepositoryV1',
  faults: (next) => periodFaults(next),
  // A change of the matrix that names no product clears the cached matrices of all customers (pricing.md §5).
  scopes: (previous, next) => touched(previous, next, ({ matrixId }) => change('matrix', matrixId)),
});
