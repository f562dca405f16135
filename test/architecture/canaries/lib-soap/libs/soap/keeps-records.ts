export type { Word } from '../records/index.js';
