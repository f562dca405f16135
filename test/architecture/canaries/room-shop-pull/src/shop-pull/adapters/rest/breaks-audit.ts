// breaks the rule
export type { Word } from '../../../audit/index.js';
