// breaks the rule
export type { Word } from '../adapters/sql/own.js';
