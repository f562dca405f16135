// breaks the rule
export type { Word } from '../boot/server.js';
