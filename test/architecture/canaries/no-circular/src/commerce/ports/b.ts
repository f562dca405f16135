// breaks the rule
import type { A } from './a.js';

export type B = { readonly a?: A };
