// breaks the rule
export type { Word } from '../../../commerce/application/find.js';
