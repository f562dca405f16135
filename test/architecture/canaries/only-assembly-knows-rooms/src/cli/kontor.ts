export type { Word } from '../commerce/index.js';
export type { Word } from '../commerce/adapters/rest/inside.js';
