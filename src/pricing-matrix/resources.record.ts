import type { Resource } from '../../libs/records/index.js';
import { productCustomerMatrixResource } from './product-customer-matrix.record.js';
import { productCustomerMatrixAttributeResource } from './product-customer-matrix-attribute.record.js';
import { productCustomerMatrixCustomerResource } from './product-customer-matrix-customer.record.js';

export const MATRIX_RESOURCES: readonly Resource[] = [
  productCustomerMatrixResource,
  productCustomerMatrixAttributeResource,
  productCustomerMatrixCustomerResource,
].map((resource: unknown) => resource as Resource);
