export { DPP_RESOURCES } from './resources.record.js';
