// breaks the rule
export type { Word } from '../manifest/index.js';
