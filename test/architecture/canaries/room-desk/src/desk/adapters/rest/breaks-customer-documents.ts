// breaks the rule
export type { Word } from '../../../customer-documents/index.js';
