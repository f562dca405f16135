// breaks the rule
export { integer } from 'fast-check';
