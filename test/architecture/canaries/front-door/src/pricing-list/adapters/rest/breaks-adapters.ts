// breaks the rule
export type { Word } from '../../../commerce/adapters/typeorm/products.js';
