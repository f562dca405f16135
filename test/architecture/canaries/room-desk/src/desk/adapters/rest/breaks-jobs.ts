// breaks the rule
export type { Word } from '../../../jobs/index.js';
