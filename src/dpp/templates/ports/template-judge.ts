import type { Fault } from '../../../../libs/kernel/index.js';
import type { Actor, Asker, Json } from '../../passport/domain/index.js';
import type { RuleFacts } from '../domain/conditions.js';
import type { TemplateDocument } from '../domain/template.js';

/** What is published of the passport that a value is measured of. */
export type MeasuredPassport = Pick<RuleFacts, 'payload' | 'envelope' | 'granularity'>;

/**
 * Judges templates, whose schemas and patterns cost what their authors chose: within limits of time and memory, in the
 * asker's turn. Beyond a limit `InputRefused`; while too much waits `Unavailable`. Never asked inside a transaction.
 */
export abstract class TemplateJudge {
  /** Whether a template is whole in itself; empty if it is. */
  abstract templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]>;

  /**
   * What is wrong with each value of a top property, by its own schema and by the rules that refuse it in such a passport;
   * null where nothing is.
   */
  abstract valueFaults(
    asker: Asker,
    template: TemplateDocument,
    values: readonly { readonly point: string; readonly value: Json }[],
    passport: MeasuredPassport,
  ): Promise<readonly (string | null)[]>;

  /** The schema without what isn't public, as JSON. */
  abstract publicSchema(asker: Asker, template: TemplateDocument, id: string): Promise<string>;
}
