// breaks the rule
export type { Word } from './commerce/adapters/rest/inside.js';
