import type { Fault } from '../../../../libs/kernel/index.js';
import type { PassportContent, PassportVersion, PublicPassport, Actor } from '../../passport/domain/index.js';
import type { Score } from '../domain/score.js';
import type { TemplateDocument } from '../../templates/domain/index.js';

/** A version as it would be published, judged: what would be read of it, and what keeps it from that. */
export interface JudgedPublication {
  readonly view: PublicPassport;
  /** The JSON-LD document, pretty-printed. */
  readonly jsonld: string;
  /** At most 100. */
  readonly faults: readonly Fault[];
}

/**
 * Judges what authors wrote: schemas, patterns, rules, scores and linked data, whose cost is theirs to choose. So each
 * question has a limit of time and memory, and authors have their turns: what one of them asks doesn't keep others
 * waiting. Beyond a limit `InputRefused`; while too much waits, or if judging isn't possible at all, `Unavailable`.
 * Never asked inside a transaction.
 */
export abstract class PassportJudge {
  abstract score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score>;

  /** What must not be there when it is ready for review: values of a wrong type. */
  abstract typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]>;

  /** `version` has the status `published` already, with name, issuer and score as they would be. */
  abstract publication(asker: Actor, version: PassportVersion, template: TemplateDocument): Promise<JudgedPublication>;
}
