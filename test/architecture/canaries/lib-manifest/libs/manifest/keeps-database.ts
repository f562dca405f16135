export type { Word } from '../database/index.js';
