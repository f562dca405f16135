// breaks the rule
export type { Word } from '../commerce/ports/products.js';
