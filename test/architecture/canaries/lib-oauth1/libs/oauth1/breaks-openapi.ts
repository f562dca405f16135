// breaks the rule
export type { Word } from '../openapi/index.js';
