// breaks the rule
export type { Word } from '../../../libs/rest/index.js';
