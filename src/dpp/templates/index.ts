export { FindTemplate, isSameTemplate } from './application/find-template.js';
export { ManageTemplates } from './application/manage-templates.js';
export { ShipTemplates } from './application/ship-templates.js';
export { PassportsOfTemplate } from './ports/passports-of-template.js';
export { type MeasuredPassport, TemplateJudge } from './ports/template-judge.js';
export { type StoredTemplate, Templates } from './ports/templates.js';
