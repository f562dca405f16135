// breaks the rule
export type { Word } from '../../src/commerce/index.js';
