// breaks the rule
export type { Word } from '../../../pricing-customer/index.js';
