/** Limits on the cost of reading, compiling and applying a template (docs/passports-templates.md, "The schema"). */
export const SCHEMA_LIMITS = Object.freeze({
  /** Characters of the schema as JSON. */
  characters: 262_144,
  /** Levels of nested lists and objects. */
  depth: 40,
  /** Nested schemas, following references. */
  nesting: 100,
  /** Schemas, counted once per reference. */
  schemas: 5_000,
  /** Characters of a pattern. */
  pattern: 500,
  /** Instructions of a pattern times characters of the longest text; each step can take 20 ns. */
  patternSteps: 100_000_000,
});

export const PAYLOAD_LIMITS = Object.freeze({
  characters: 262_144,
  depth: 24,
  /** Entries of a list, because uniqueItems compares all pairs. */
  entries: 2_000,
});
