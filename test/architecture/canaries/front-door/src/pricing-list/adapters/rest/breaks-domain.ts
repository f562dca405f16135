// breaks the rule
export type { Word } from '../../../commerce/domain/product.js';
