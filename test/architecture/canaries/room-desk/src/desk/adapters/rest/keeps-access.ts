export type { Word } from '../../../access/index.js';
