export { FindTemplate, isSameTemplate } from './application/find-template.js';
export { PassportsOfTemplate } from './ports/passports-of-template.js';
export { type MeasuredPassport, TemplateJudge } from './ports/template-judge.js';
export { type StoredTemplate, Templates } from './ports/templates.js';
