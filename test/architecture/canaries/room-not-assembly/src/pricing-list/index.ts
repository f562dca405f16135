// breaks the rule
export type { Word } from '../main.js';
