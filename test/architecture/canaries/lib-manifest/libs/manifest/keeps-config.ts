export type { Word } from '../config/index.js';
