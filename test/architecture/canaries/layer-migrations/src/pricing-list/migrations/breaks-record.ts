// breaks the rule
export type { Word } from '../list.record.js';
