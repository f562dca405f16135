// breaks the rule
export type { Word } from '../../clients/typescript/src/index.js';
