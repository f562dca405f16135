export { PrintLabels } from './application/print-labels.js';
