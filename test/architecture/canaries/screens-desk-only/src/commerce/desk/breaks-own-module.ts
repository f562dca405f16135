// breaks the rule
export type { Word } from '../index.js';
