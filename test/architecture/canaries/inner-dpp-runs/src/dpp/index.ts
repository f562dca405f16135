export type { Word } from './runs/index.js';
