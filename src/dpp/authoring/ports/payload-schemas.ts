import type { JsonObject } from '../../passport/domain/index.js';
import type { PayloadFault } from '../../templates/domain/index.js';

/** JSON Schemas of templates. A port for the same reason as `LinkedData`. */
export abstract class PayloadSchemas {
  /**
   * Faults of the schema itself: not strict 2020-12, non-local references, too large or deep, or unbounded patterns.
   * Empty if it compiles.
   */
  abstract schemaFaults(schema: JsonObject): readonly string[];

  /**
   * Faults of a payload; `missing` marks absent required values. `types` checks types only, as for drafts, where
   * required values can be missing. Throws if the schema itself has faults.
   */
  abstract payloadFaults(schema: JsonObject, payload: JsonObject, asked?: 'all' | 'types'): readonly PayloadFault[];
}
