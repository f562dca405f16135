import type { Fault } from '../../../../libs/kernel/index.js';
import type { Actor, Asker } from '../../passport/domain/index.js';
import type { TemplateDocument } from '../domain/template.js';

/**
 * Judges templates, whose schemas and patterns cost what their authors chose: within limits of time and memory, in the
 * asker's turn. Beyond a limit `InputRefused`; while too much waits `Unavailable`. Never asked inside a transaction.
 */
export abstract class TemplateJudge {
  /** Whether a template is whole in itself; empty if it is. */
  abstract templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]>;

  /** The schema without what isn't public, as JSON. */
  abstract publicSchema(asker: Asker, template: TemplateDocument, id: string): Promise<string>;
}
