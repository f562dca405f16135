export type { Word } from '../../../libs/oauth1/index.js';
