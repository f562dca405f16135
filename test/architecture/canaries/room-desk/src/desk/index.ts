export type { Word } from './domain/own.js';
