export type { Word } from './adapters/typeorm/lists.js';
