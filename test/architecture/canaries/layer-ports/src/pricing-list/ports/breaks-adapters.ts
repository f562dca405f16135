// breaks the rule
export type { Word } from '../adapters/rest/list.js';
