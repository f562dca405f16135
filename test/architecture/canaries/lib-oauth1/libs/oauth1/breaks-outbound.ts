// breaks the rule
export type { Word } from '../outbound/index.js';
