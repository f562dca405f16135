export type { Word } from '../../../templates/index.js';
