export type { Word } from '../ports/lists.js';
