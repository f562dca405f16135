export { documentOf, serveDocumentation } from './serve.js';
