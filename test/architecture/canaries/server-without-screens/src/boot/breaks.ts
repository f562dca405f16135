// breaks the rule
export type { Word } from '../commerce/desk/own.js';
