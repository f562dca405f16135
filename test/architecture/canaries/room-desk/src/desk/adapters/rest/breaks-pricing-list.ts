// breaks the rule
export type { Word } from '../../../pricing-list/index.js';
