// breaks the rule
export type { Word } from '../config/config.js';
