// breaks the rule
export type { Word } from '../../../templates/domain/own.js';
