// breaks the rule
export type { Word } from '../../../templates/index.js';
