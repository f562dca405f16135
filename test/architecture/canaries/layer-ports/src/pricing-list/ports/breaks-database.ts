// breaks the rule
export type { Word } from '../../../libs/database/index.js';
