// breaks the rule
export type { Word } from '../../../libs/kernel/index.js';
