import type { JsonObject } from '../../passport/domain/index.js';
import type { PayloadFault } from '../../templates/domain/index.js';

/** JSON Schemas of templates, compiled and asked; a port for the same reason as `LinkedData`. */
export abstract class PayloadSchemas {
  /**
   * What is wrong with a schema itself: not strict 2020-12, references that aren't local, too large or too deep,
   * patterns that can't be bounded. Empty if it compiles.
   */
  abstract schemaFaults(schema: JsonObject): readonly string[];

  /**
   * What a payload lacks of its schema; `missing` marks required values that aren't there. `types` asks for types alone,
   * as a draft's payload is judged: what is required may be missing. Throws on a schema with faults of its own.
   */
  abstract payloadFaults(schema: JsonObject, payload: JsonObject, asked?: 'all' | 'types'): readonly PayloadFault[];
}
