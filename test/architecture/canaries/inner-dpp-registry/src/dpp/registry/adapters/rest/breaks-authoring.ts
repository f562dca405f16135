// breaks the rule
export type { Word } from '../../../authoring/index.js';
