export type { Word } from './templates/adapters/sql/own.js';
