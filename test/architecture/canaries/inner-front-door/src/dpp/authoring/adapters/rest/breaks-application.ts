// breaks the rule
export type { Word } from '../../../templates/application/own.js';
