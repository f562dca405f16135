// breaks the rule
export type { Word } from '../../../dpp.module.js';
