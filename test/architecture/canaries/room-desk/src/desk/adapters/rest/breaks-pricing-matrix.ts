// breaks the rule
export type { Word } from '../../../pricing-matrix/index.js';
