// breaks the rule
export type { Word } from '../../desk/app.js';
