import { change } from '../../libs/kernel/index.js';
import { periodFaults, touched } from '../../libs/pricing/index.js';
import { DatedRecord, defineRecord, IdField, ReferenceField } from '../../libs/records/index.js';
import { MATRIX_RIGHTS } from './rights.record.js';

/** That a matrix holds for a customer, on some days (pricing.md §1). */
export class ProductCustomerMatrixCustomer extends DatedRecord {
  @IdField()
  readonly id!: number;

  @ReferenceField('productCustomerMatrix', { about: 'Matrix that is assigned', required: true, onDelete: 'cascade' })
  readonly matrixId!: number;

  @ReferenceField('customer', { about: 'Customer the matrix is assigned to', required: true, onDelete: 'cascade' })
  readonly customerId!: number;
}

export const productCustomerMatrixCustomerResource = defineRecord<ProductCustomerMatrixCustomer>({
  resource: 'productCustomerMatrixCustomer',
  record: ProductCustomerMatrixCustomer,
  room: 'pricing-matrix',
  path: 'pricing/productcustomermatrixcustomer',
  title: { one: 'matrix customer', many: 'matrix customers' },
  table: 'matrix_customer',
  rights: MATRIX_RIGHTS,
  ids: 'made',
  unique: [
    {
      // The customer first: that is how a quote asks which matrices are reached.
      name: 'matrix_customer_pair',
      properties: ['customerId', 'matrixId'],
      says: 'This customer already has this product-customer matrix.',
    },
  ],
  indexes: [{ name: 'matrix_customer_updated_at', properties: ['updatedAt'] }],
  service: 'pricingProductCustomerMatrixCustomerRepositoryV1',
  faults: (next) => periodFaults(next),
  // A matrix without a product: whoever remembers who reaches which matrices forgets it (pricing.md §5).
  scopes: (previous, next) => touched(previous, next, ({ matrixId }) => change('matrix', matrixId)),
});
