export { Decimal } from 'decimal.js';
