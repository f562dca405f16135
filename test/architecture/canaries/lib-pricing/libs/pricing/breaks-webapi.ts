// breaks the rule
export type { Word } from '../webapi/index.js';
