// breaks the rule
export type { Word } from './adapters/typeorm/products.js';
