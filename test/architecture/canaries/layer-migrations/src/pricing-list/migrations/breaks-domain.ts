// breaks the rule
export type { Word } from '../domain/own.js';
