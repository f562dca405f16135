export type { Word } from '../config/keeps-config.js';
