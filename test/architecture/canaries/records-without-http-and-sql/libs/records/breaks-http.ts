// breaks the rule
export { createServer } from 'node:http';
