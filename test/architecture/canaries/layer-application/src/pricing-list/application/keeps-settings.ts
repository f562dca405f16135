export type { Word } from '../settings.js';
