export { FindTemplate, isSameTemplate } from './application/find-template.js';
export {
  type StoredTemplate,
  Templates,
  type MeasuredPassport,
  TemplateValidator,
  PassportsOfTemplate,
} from './ports/templates.js';
