// breaks the rule
export type { Word } from '../soap/index.js';
