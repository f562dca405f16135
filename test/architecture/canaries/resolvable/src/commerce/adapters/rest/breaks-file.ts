// breaks the rule
export type { Word } from './nowhere.js';
