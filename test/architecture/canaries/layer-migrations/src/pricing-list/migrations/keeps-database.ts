export type { Word } from '../../../libs/database/index.js';
