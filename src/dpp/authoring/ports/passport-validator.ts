import type { Day, Fault } from '../../../../libs/kernel/index.js';
import type {
  PassportContent,
  PassportVersion,
  PublicPassport,
  Actor,
  JsonObject,
} from '../../passport/domain/index.js';
import type { AwaitedItem, ReadinessItem } from '../domain/readiness.js';
import type { Score } from '../domain/score.js';
import type { KeptFiles } from '../../versions/domain/index.js';
import type { Point, TemplateDocument, PayloadFault } from '../../templates/domain/index.js';

/** A part of a version: its shareable content and the digest of its bytes. */
export interface PublishedPart {
  readonly point: Point;
  /** JSON from `partBodies`. */
  readonly body: string;
  /** SHA-256 in hex. */
  readonly digest: string;
}

/** A checked version as it would be published, and the reasons that prevent publication. */
export interface ValidatedPublication {
  /** The score in it counts only public points. */
  readonly view: PublicPassport;
  /** Score over all points, for authors. */
  readonly score: number;
  readonly parts: readonly PublishedPart[];
  /** At most 100 faults. */
  readonly faults: readonly Fault[];
}

/** A fault in one of several items whose payloads differ. */
export interface RowFault {
  /** Index of the item. */
  readonly index: number;
  /** Path such as `dpp_payload.voltage.nominal`. */
  readonly field: string;
  readonly reason: string;
  readonly isMissing: boolean;
}

/** Data points required on a date that are missing or wrong. */
export interface Readiness {
  readonly on: Day;
  /** At most 100 items. */
  readonly items: readonly ReadinessItem[];
  /** Requirements of acts that are not adopted yet. */
  readonly awaiting: readonly AwaitedItem[];
}

/**
 * Validates authors' input (schemas, patterns, rules, scores, linked data), whose cost the authors control. Each
 * question therefore has time and memory limits, and authors take turns, so that none blocks the others. Throws
 * `InputRefused` above a limit, and `Unavailable` while too many questions wait or no process can run. Never called
 * inside a transaction.
 */
export abstract class PassportValidator {
  abstract score(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<Score>;

  /** Values with a wrong type, which prevent the active status. */
  abstract typeFaults(asker: Actor, passport: PassportContent, template: TemplateDocument): Promise<readonly Fault[]>;

  /** Schema and rule faults of items that have these payloads in place of the passport's; at most 100 for each item. */
  abstract rowFaults(
    asker: Actor,
    passport: PassportContent,
    template: TemplateDocument,
    payloads: readonly JsonObject[],
  ): Promise<readonly RowFault[]>;

  /** Readiness on this date; by default on the date of placing on the market, else today. */
  abstract readiness(asker: Actor, passport: PassportContent, template: TemplateDocument, on?: Day): Promise<Readiness>;

  /**
   * `version` already has the status `published` and its future name, issuer and score. `measured` lists its points
   * with measurements. `files` lists the files whose URLs it contains.
   */
  abstract publication(
    asker: Actor,
    version: PassportVersion,
    template: TemplateDocument,
    measured: readonly string[],
    files?: KeptFiles,
  ): Promise<ValidatedPublication>;
}

/**
 * Offline JSON-LD processing: only schema.org's context is known and nothing is fetched. A port with one adapter,
 * because application code must not import the package.
 */
export abstract class LinkedData {
  /**
   * Reasons why a document is invalid linked data: it does not expand in safe mode, a key has no term, or a schema.org
   * term does not exist. Empty if valid.
   */
  abstract faults(document: JsonObject): Promise<readonly string[]>;

  /** True if schema.org's context defines the word as a term or prefix. */
  abstract isTaken(word: string): boolean;

  /** The expanded form in safe mode; throws where `faults` would report faults. */
  abstract expand(document: JsonObject): Promise<readonly JsonObject[]>;
}

/** JSON Schemas of templates. A port with one adapter, for the same reason as `LinkedData`. */
export abstract class PayloadSchemas {
  /**
   * Faults of the schema itself: not strict 2020-12, non-local references, too large or deep, or unbounded patterns.
   * Empty if it compiles.
   */
  abstract schemaFaults(schema: JsonObject): readonly string[];

  /**
   * Faults of a payload. `missing` marks absent required values. With `types`, only types are checked, as for drafts,
   * whose required values can be missing. Throws if the schema itself has faults.
   */
  abstract payloadFaults(schema: JsonObject, payload: JsonObject, asked?: 'all' | 'types'): readonly PayloadFault[];
}
