export type { Word } from '../pricing/index.js';
