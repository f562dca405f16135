// breaks the rule
export type { Word } from '../../access/desk/other.js';
