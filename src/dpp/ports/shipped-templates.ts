import type { TemplateDocument } from '../domain/template.js';

/** The templates that come with the house (passports-templates.md). */
export abstract class ShippedTemplates {
  abstract readonly all: readonly TemplateDocument[];
}
