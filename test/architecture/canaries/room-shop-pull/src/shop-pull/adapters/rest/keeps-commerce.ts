export type { Word } from '../../../commerce/index.js';
