// breaks the rule
export type { Word } from './beside.test.js';
