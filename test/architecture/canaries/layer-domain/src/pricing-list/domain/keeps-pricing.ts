export type { Word } from '../../../libs/pricing/index.js';
