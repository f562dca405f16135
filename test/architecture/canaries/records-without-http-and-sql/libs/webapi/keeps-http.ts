export { createServer } from 'node:http';
