export { productCustomerMatrixResource } from './product-customer-matrix.record.js';
