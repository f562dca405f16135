import type { JsonObject } from '../../passport/domain/index.js';

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
