// breaks the rule
export type { Word } from '../own.record.js';
