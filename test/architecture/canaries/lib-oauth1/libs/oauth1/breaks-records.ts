// breaks the rule
export type { Word } from '../records/index.js';
