// breaks the rule
import { two } from './two.js';

export const one = (): number => two();
