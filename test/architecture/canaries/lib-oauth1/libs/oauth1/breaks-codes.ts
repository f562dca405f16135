// breaks the rule
export type { Word } from '../codes/index.js';
