// breaks the rule
export type { Word } from '../kernel/index.js';
