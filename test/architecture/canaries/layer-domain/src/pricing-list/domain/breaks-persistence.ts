// breaks the rule
export type { Word } from '../../../libs/persistence/index.js';
