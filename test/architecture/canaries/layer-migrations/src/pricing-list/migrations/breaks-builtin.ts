// breaks the rule
export { randomUUID } from 'node:crypto';
