export type { Word } from './labels/index.js';
