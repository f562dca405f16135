// breaks the rule
export type { Word } from '../../src/config/config.js';
