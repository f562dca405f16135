// breaks the rule
export type { Word } from '../../../templates/own.record.js';
