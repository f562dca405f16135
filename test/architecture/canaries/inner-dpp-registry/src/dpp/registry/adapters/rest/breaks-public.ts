// breaks the rule
export type { Word } from '../../../public/index.js';
