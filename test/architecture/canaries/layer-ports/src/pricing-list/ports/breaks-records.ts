// breaks the rule
export type { Word } from '../../../libs/records/index.js';
