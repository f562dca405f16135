// breaks the rule
export type { Word } from '../../clients/python/index.js';
