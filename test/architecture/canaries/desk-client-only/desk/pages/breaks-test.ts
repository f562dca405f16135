// breaks the rule
export type { Word } from '../../test/support/builders.js';
