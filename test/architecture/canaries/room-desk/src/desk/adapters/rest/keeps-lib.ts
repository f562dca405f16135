export type { Word } from '../../../../libs/web/index.js';
