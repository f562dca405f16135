export type { Word } from '../../../versions/index.js';
