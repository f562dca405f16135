export { FileSettings } from './application/file-settings.js';
export { LogDownloads } from './application/log-downloads.js';
export { DocumentSettings } from './application/settings.js';
export { SweepFiles } from './application/sweep-files.js';
