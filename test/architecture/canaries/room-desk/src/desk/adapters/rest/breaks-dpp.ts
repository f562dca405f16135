// breaks the rule
export type { Word } from '../../../dpp/index.js';
