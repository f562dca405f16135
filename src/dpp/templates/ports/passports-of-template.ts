import type { Actor } from '../../passport/domain/index.js';
import type { StoredTemplate } from './templates.js';

/** Passports of a template, from the view of templates. Implemented where passports are managed. */
export abstract class PassportsOfTemplate {
  /**
   * True if a passport was ever published with it, which makes the template immutable. Only inside
   * `Transactions.write`.
   */
  abstract arePublished(templateId: number): Promise<boolean>;

  /** Updates the scores of drafts after a change of the template. */
  abstract scoreAgain(template: StoredTemplate, actor: Actor): Promise<void>;
}
