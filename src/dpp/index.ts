export { DppSettings } from './passport/index.js';
export { DPP_RESOURCES } from './resources.record.js';
export { ShipTemplates } from './templates/index.js';
