export type { Word } from '../operations/index.js';
