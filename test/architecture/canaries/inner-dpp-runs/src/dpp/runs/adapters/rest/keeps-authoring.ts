export type { Word } from '../../../authoring/index.js';
