export { DppSettings } from './application/settings.js';
export { ShipTemplates } from './application/ship-templates.js';
export { DPP_RESOURCES } from './resources.record.js';
