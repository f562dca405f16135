// breaks the rule
import type { B } from './b.js';

export type A = { readonly b?: B };
