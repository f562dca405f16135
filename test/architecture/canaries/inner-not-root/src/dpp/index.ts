export type { Word } from './own.record.js';
