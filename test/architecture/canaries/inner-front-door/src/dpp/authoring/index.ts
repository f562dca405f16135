// breaks the rule
export type { Word } from '../templates/ports/own.js';
