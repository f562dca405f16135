import type { JsonObject } from '../../passport/domain/index.js';

/**
 * JSON-LD, processed offline: the only context known by name is schema.org's, and nothing is ever fetched. A port, though
 * it has one adapter: the package behind it is none that application code may take.
 */
export abstract class LinkedData {
  /**
   * What keeps a document from being sound linked data: it doesn't expand in safe mode, a key has no term, a term is put
   * into schema.org that isn't there. Empty if it is sound.
   */
  abstract faults(document: JsonObject): Promise<readonly string[]>;

  /** Whether schema.org's context gives a word a meaning, as a term or as a prefix. */
  abstract isTaken(word: string): boolean;

  /** The expanded form in safe mode; throws where `faults` tells some. */
  abstract expand(document: JsonObject): Promise<readonly JsonObject[]>;
}
