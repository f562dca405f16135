export type { Word } from '../../../pricing-category/index.js';
