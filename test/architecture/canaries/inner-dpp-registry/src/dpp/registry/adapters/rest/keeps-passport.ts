export type { Word } from '../../../passport/index.js';
