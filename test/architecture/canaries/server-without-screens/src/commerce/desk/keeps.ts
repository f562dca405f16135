export type { Word } from './own.js';
