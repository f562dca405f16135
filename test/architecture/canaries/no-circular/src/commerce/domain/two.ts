// breaks the rule
import { one } from './one.js';

export const two = (): number => one();
