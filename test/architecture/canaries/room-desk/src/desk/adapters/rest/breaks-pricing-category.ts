// breaks the rule
export type { Word } from '../../../pricing-category/index.js';
