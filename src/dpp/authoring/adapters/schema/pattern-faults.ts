import { isJsonObject, type JsonObject } from '../../../passport/domain/index.js';
import { PAYLOAD_LIMITS, SCHEMA_LIMITS, subschemas } from '../../../templates/domain/index.js';
import { programSize } from './regular-expressions.js';

/** The longest text that a pattern is held against: the rest of what is said of the same value bounds it. */
const longestText = ({ maxLength }: JsonObject): number =>
  typeof maxLength === 'number' ? Math.min(maxLength, PAYLOAD_LIMITS.characters) : PAYLOAD_LIMITS.characters;

const own = (schema: JsonObject, place: string): readonly string[] => {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return [];
  const [size, length] = [programSize(pattern), longestText(schema)];
  if (size * length <= SCHEMA_LIMITS.patternSteps) return [];
  const most = Math.floor(SCHEMA_LIMITS.patternSteps / size);
  return [
    `${place}: the pattern has ${size} instructions for texts of up to ${length} characters, and their product may be ` +
      `at most ${SCHEMA_LIMITS.patternSteps}: say a maxLength of at most ${most} beside it, or repeat less`,
  ];
};

/**
 * Patterns that would take too long over the longest text that they may meet (docs/passports-templates.md, "The
 * schema"). Throws on a pattern that is none.
 */
export const patternFaults = (schema: JsonObject, place = 'schema'): readonly string[] => [
  ...own(schema, place),
  ...subschemas(schema)
    .filter(([, inside]) => isJsonObject(inside))
    .flatMap(([at, inside]) => patternFaults(inside, place === 'schema' ? at : `${place}/${at}`)),
];
