import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type { PassportContent, PassportVersion, PublicPassport, Actor } from '../../passport/domain/index.js';
import type { ReadinessItem } from '../domain/readiness.js';
import type { Score } from '../domain/score.js';
import type { Point, TemplateDocument } from '../../templates/domain/index.js';

/** A part of a version: what of it others may have too, and the digest of its bytes. */
export interface PublishedPart {
  readonly point: Point;
  /** JSON, as `partBodies` makes it. */
  readonly body: string;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** A version as it would be published, judged: what would be read of it, and what keeps it from that. */
export interface JudgedPublication {
  /** With the score of what is public alone. */
  readonly view: PublicPassport;
  /** Of all points, for authors. */
  readonly score: number;
  readonly parts: readonly PublishedPart[];
  /** At most 100. */
  readonly faults: readonly Fault[];
}

/** What the law asks of a passport on a day and is missing or wrong. */
export interface Readiness {
  readonly on: Day;
  /** At most 100. */
  readonly items: readonly ReadinessItem[];
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

  /** On this day; without one when the product was placed on the market, else today. */
  abstract readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness>;

  /** `version` has the status `published` already, with name, issuer and score as they would be. */
  abstract publication(asker: Actor, version: PassportVersion, template: TemplateDocument): Promise<JudgedPublication>;
}
