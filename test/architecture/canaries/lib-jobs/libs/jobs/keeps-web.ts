export type { Word } from '../web/index.js';
