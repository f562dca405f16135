// breaks the rule
export type { Word } from '../ports/lists.js';
