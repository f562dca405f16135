// breaks the rule
export type { Word } from '../rest/index.js';
