export type { Word } from './registry/index.js';
