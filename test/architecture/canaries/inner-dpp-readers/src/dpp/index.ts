export type { Word } from './readers/index.js';
