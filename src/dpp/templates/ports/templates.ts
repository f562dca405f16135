import type { Criteria, Page, Fault } from '../../../../libs/kernel/index.js';
import type { TemplateDocument } from '../domain/template.js';
import type { Actor, Asker, Json } from '../../passport/domain/index.js';
import type { RuleFacts } from '../domain/conditions.js';

export interface StoredTemplate {
  readonly id: number;
  readonly document: TemplateDocument;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A template version and its ID. */
export interface TemplateNumber {
  readonly id: number;
  readonly version: string;
}

/** Templates, one document for each code and version. Inside `Transactions.write`, reading one locks it. */
export abstract class Templates {
  abstract byId(id: number): Promise<StoredTemplate | undefined>;

  /**
   * The immutable template of a published passport. Adapters can cache it by ID and time of the last change. Does not
   * lock.
   */
  async ofPublished(id: number, _updatedAt: string): Promise<StoredTemplate | undefined> {
    return this.byId(id);
  }

  abstract byCode(code: string, version: string): Promise<StoredTemplate | undefined>;

  /** IDs and versions of a code, highest semantic version first. Adapters can cache them without the documents. */
  async numbersOf(code: string): Promise<readonly TemplateNumber[]> {
    return (await this.versionsOf(code)).map(({ id, document: { version } }) => ({ id, version }));
  }

  /** All versions of a code, highest semantic version first; empty for an unknown code. */
  abstract versionsOf(code: string): Promise<readonly StoredTemplate[]>;

  /** Names of all properties that change in use, from all templates. */
  abstract measuredPoints(): Promise<ReadonlySet<string>>;

  /** Criteria use `id`, `code`, `version`, `esprCategory`, `createdAt` and `updatedAt`. */
  abstract search(criteria: Criteria): Promise<Page<StoredTemplate>>;

  /** Stores a new template and returns its ID. `InputRefused` if code and version exist. */
  abstract add(template: StoredTemplate): Promise<number>;

  /** Inserts a shipped template unless code and version exist. Safe with several processes. */
  abstract ensure(document: TemplateDocument, at: Date): Promise<void>;

  abstract change(template: StoredTemplate): Promise<void>;

  /** `InputRefused` if a passport version uses the template. */
  abstract remove(id: number): Promise<void>;
}

/** The published data of a measured passport. */
export type MeasuredPassport = Pick<RuleFacts, 'payload' | 'envelope' | 'granularity'>;

/**
 * Validates templates within time and memory limits, because their authors control the cost. Askers take turns.
 * `InputRefused` above a limit, `Unavailable` while too many questions wait. Never called inside a transaction.
 */
export abstract class TemplateValidator {
  /** Faults of a template; empty if it is consistent. */
  abstract templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]>;

  /**
   * For each value of a top-level property, the fault under the property's schema and the rules that refuse the value;
   * null if valid.
   */
  abstract valueFaults(
    asker: Asker,
    template: TemplateDocument,
    values: readonly { readonly point: string; readonly value: Json }[],
    passport: MeasuredPassport,
  ): Promise<readonly (string | null)[]>;

  /** The schema without non-public parts, as JSON. */
  abstract publicSchema(template: TemplateDocument, id: string): Promise<string>;
}

/** What templates need to know about their passports. The module that manages passports implements this port. */
export abstract class PassportsOfTemplate {
  /**
   * True if a passport was ever published with the template, which makes the template immutable. Only inside
   * `Transactions.write`.
   */
  abstract arePublished(templateId: number): Promise<boolean>;

  /** Updates the scores of drafts after a change of the template. */
  abstract scoreAgain(template: StoredTemplate, actor: Actor): Promise<void>;
}
