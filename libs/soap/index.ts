export { serveSoap } from './serve.js';
