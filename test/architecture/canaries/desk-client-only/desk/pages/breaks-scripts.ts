// breaks the rule
export type { Word } from '../../scripts/project.js';
