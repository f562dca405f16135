// breaks the rule
export type { Word } from '../../../commerce/category.record.js';
