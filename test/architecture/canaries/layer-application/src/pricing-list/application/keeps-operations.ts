export type { Word } from '../../../libs/operations/index.js';
