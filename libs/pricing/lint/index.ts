export { belowCost, type ProductsOn } from './below-cost.js';
export * from './finding.js';
export { evaluationOf, lintPool, isExpired, expired } from './lint-pool.js';
export * from './many-products.js';
export type { Pool } from './pool.js';
export * from './price-checks.js';
