export type { Word } from '../kernel/index.js';
