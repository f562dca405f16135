export type { Word } from '../calls/index.js';
