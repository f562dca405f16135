// breaks the rule
export type { Word } from '../cache/index.js';
