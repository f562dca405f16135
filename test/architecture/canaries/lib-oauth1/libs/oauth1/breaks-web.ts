// breaks the rule
export type { Word } from '../web/index.js';
