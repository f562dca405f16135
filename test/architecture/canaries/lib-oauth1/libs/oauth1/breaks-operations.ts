// breaks the rule
export type { Word } from '../operations/index.js';
