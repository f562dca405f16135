export type { Word } from './own.js';
export type { Word as Shared } from '../../../desk/src/index.js';
export type { Word as Typed } from '../../../clients/typescript/src/index.js';
