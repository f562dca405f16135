export { CustomerDocumentsSettings } from './settings.js';
export { CheckFiles } from './application/check-files.js';
export { SweepFiles } from './application/sweep-files.js';
