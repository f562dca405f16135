export type { Word } from '../list.record.js';
