// breaks the rule
export type { Word } from '../pricing/index.js';
