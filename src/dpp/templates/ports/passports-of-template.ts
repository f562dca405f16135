import type { Actor } from '../../passport/domain/index.js';
import type { StoredTemplate } from './templates.js';

/** The passports that are of a template, as far as a template is concerned with them; met by whoever keeps passports. */
export abstract class PassportsOfTemplate {
  /** Whether one has ever been published: then the template stays as it is. Only inside `Transactions.write`. */
  abstract arePublished(templateId: number): Promise<boolean>;

  /** The template has changed: what its drafts lack is another matter now. */
  abstract scoreAgain(template: StoredTemplate, actor: Actor): Promise<void>;
}
