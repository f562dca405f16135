export type { Word } from '../../ports/own.js';
