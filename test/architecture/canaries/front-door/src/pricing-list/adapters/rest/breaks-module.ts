// breaks the rule
export type { Word } from '../../../commerce/commerce.module.js';
