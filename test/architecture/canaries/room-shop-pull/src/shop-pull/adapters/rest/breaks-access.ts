// breaks the rule
export type { Word } from '../../../access/index.js';
