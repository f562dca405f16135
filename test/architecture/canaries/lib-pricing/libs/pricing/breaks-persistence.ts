// breaks the rule
export type { Word } from '../persistence/index.js';
