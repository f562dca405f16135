// breaks the rule
export type { Word } from '../application/list.js';
