// breaks the rule
export type { Word } from '../../../readers/index.js';
