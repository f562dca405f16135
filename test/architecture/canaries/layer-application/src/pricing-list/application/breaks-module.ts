// breaks the rule
export type { Word } from '../pricing-list.module.js';
