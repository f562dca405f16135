export type { Word } from '../../../public/index.js';
