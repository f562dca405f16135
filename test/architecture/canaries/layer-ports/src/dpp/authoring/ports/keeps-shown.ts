export type { Word } from '../../templates/domain/index.js';
