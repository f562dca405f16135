export type { Word } from '../../index.js';
