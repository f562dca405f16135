export type { Word } from '../rest/index.js';
