// breaks the rule
export type { Word } from '../database/index.js';
