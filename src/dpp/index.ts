export { DppSettings } from './passport/index.js';
export { ShipTemplates } from './templates/index.js';
