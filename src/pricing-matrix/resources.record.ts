import type { Resource } from '../../libs/records/index.js';
import { productCustomerMatrixResource } from './product-customer-matrix.record.js';
import { productCustomerMatrixAttributeResource } from './product-customer-matrix-attribute.record.js';
import { productCustomerMatrixCustomerResource } from './product-customer-matrix-customer.record.js';

/** All that this room stores; each has the five verbs. */
export const MATRIX_RESOURCES: readonly Resource[] = [
  productCustomerMatrixResource,
  productCustomerMatrixAttributeResource,
  productCustomerMatrixCustomerResource,
].map((resource: unknown) => resource as Resource);
