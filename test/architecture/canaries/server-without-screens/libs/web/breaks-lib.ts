// breaks the rule
export type { Word } from '../../src/commerce/desk/own.js';
