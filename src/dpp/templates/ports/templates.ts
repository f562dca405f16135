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

/** The version of a code and its ID. */
export interface TemplateNumber {
  readonly id: number;
  readonly version: string;
}

/** Templates, one document for each code and version. Inside `Transactions.write`, reading one locks it. */
export abstract class Templates {
  abstract byId(id: number): Promise<StoredTemplate | undefined>;

  /**
   * The immutable template of a published passport. Adapters can cache it by ID and time of last change. Does not lock.
   */
  async ofPublished(id: number, _updatedAt: string): Promise<StoredTemplate | undefined> {
    return this.byId(id);
  }

  abstract byCode(code: string, version: string): Promise<StoredTemplate | undefined>;

  /** IDs and versions of a code, highest semantic version first. Adapters can cache them without documents. */
  async numbersOf(code: string): Promise<readonly TemplateNumber[]> {
    return (await this.versionsOf(code)).map(({ id, document: { version } }) => ({ id, version }));
  }

  /** All versions of a code, highest semantic version first; empty for an unknown code. */
  abstract versionsOf(code: string): Promise<readonly StoredTemplate[]>;

  /** Names of all properties that change in use, of any template. */
  abstract measuredPoints(): Promise<ReadonlySet<string>>;

  /** Criteria use `id`, `code`, `version`, `esprCategory`, `createdAt` and `updatedAt`. */
  abstract search(criteria: Criteria): Promise<Page<StoredTemplate>>;

  /** Stores a new template and returns its ID. `InputRefused` if code and version exist. */
  abstract add(template: StoredTemplate): Promise<number>;

  /** Inserts a shipped template unless code and version exist. Safe with several processes. */
  abstract ensure(document: TemplateDocument, at: Date): Promise<void>;

  abstract change(template: StoredTemplate): Promise<void>;

  /** `InputRefused` if a passport version uses it. */
  abstract remove(id: number): Promise<void>;
}

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
