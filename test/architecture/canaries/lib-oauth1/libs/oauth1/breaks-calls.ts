// breaks the rule
export type { Word } from '../calls/index.js';
