import type { Fault } from '../../../libs/kernel/index.js';
import type { PassportContent, PassportVersion } from '../domain/passport.js';
import type { PublicPassport } from '../domain/public-view.js';
import type { Score } from '../domain/score.js';
import type { TemplateDocument } from '../domain/template.js';
import type { Actor } from './passport-book.js';

/** A version as it would be published, judged: what would be read of it, and what keeps it from that. */
export interface JudgedPublication {
  readonly view: PublicPassport;
  /** The JSON-LD document, pretty-printed. */
  readonly jsonld: string;
  /** At most 100. */
  readonly faults: readonly Fault[];
}

/** Whose turn it is; all who aren't signed in share one. */
export type Asker = Actor | 'anybody';

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

  /** The schema without what isn't public, as JSON: taking things out of it costs what its author chose. */
  abstract publicSchema(asker: Asker, template: TemplateDocument, id: string): Promise<string>;

  /** Whether a template is whole in itself; empty if it is. */
  abstract templateFaults(asker: Actor, template: TemplateDocument): Promise<readonly Fault[]>;
}
