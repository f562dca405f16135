export { CustomerDocumentsSettings } from './settings.js';
export { SweepFiles } from './application/sweep-files.js';
