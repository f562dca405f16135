// breaks the rule
export type { Word } from '../config/index.js';
