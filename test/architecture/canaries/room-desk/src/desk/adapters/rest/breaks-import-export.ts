// breaks the rule
export type { Word } from '../../../import-export/index.js';
