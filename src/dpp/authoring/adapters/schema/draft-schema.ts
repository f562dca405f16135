import type { JsonObject } from '../../../passport/domain/index.js';
import { mapSubschemas } from '../../../templates/domain/index.js';

/** Keywords that ask for something to be there, and conditions, which say what else would have to be. */
const ASKING = [
  'required',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'minItems',
  'contains',
  'minContains',
  'maxContains',
  'if',
  'then',
  'else',
  'not',
  'anyOf',
  'oneOf',
  // What alternatives would have declared isn't known without them.
  'unevaluatedProperties',
  'unevaluatedItems',
];

/**
 * The schema by which a draft is judged: what is there must be of the right type and form, nothing has to be there yet.
 * Of alternatives it can't be said which is meant while parts are missing, so they wait for publication.
 */
export const withoutRequired = (schema: JsonObject): JsonObject =>
  mapSubschemas(Object.fromEntries(Object.entries(schema).filter(([key]) => !ASKING.includes(key))), withoutRequired);
