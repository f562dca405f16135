export { type ProductCustomerMatrix, productCustomerMatrixResource } from './product-customer-matrix.record.js';
export {
  type ProductCustomerMatrixAttribute,
  productCustomerMatrixAttributeResource,
} from './product-customer-matrix-attribute.record.js';
export {
  type ProductCustomerMatrixCustomer,
  productCustomerMatrixCustomerResource,
} from './product-customer-matrix-customer.record.js';
export { MATRIX_RESOURCES } from './resources.record.js';
