import type { Fault } from '../../../../libs/kernel/index.js';
import type { Actor, Asker, Json } from '../../passport/domain/index.js';
import type { RuleFacts } from '../domain/conditions.js';
import type { TemplateDocument } from '../domain/template.js';

/** The published data of a measured passport. */
export type MeasuredPassport = Pick<RuleFacts, 'payload' | 'envelope' | 'granularity'>;

/**
 * Validates templates, whose cost their authors control, within time and memory limits, with askers taking turns.
 * `InputRefused` above a limit, `Unavailable` while too many questions wait. Never called inside a transaction.
 */
export abstract class TemplateJudge {
  /** Faults of a template; empty if it is consistent. */
  abstract templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]>;

  /**
   * The fault of each value of a top-level property under its own schema and the rules that refuse it; null if valid.
   */
  abstract valueFaults(
    asker: Asker,
    template: TemplateDocument,
    values: readonly { readonly point: string; readonly value: Json }[],
    passport: MeasuredPassport,
  ): Promise<readonly (string | null)[]>;

  /** The schema without non-public parts, as JSON. */
  abstract publicSchema(asker: Asker, template: TemplateDocument, id: string): Promise<string>;
}
