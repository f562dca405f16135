export type { Word } from '../../../audit/index.js';
