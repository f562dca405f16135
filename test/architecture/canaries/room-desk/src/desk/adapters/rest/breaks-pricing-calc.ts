// breaks the rule
export type { Word } from '../../../pricing-calc/index.js';
