export type { Word } from '../../../../libs/webapi/index.js';
