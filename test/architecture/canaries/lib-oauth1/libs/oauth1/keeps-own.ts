export type { Word } from './inner/own.js';
