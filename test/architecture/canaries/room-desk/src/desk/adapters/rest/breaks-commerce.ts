// breaks the rule
export type { Word } from '../../../commerce/index.js';
