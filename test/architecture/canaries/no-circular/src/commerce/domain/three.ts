export type { Word } from './four.js';
