// breaks the rule
export type { Word } from '../app.module.js';
