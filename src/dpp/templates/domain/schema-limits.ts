/** What a template may cost whoever reads, compiles and applies it (docs/passports-templates.md, "The schema"). */
export const SCHEMA_LIMITS = Object.freeze({
  /** Characters of the schema as JSON. */
  characters: 262_144,
  /** Levels of nested lists and objects. */
  depth: 40,
  /** Schemas inside one another, references followed. */
  nesting: 100,
  /** Schemas, each counted as often as references lead to it. */
  schemas: 5_000,
  /** Characters of a pattern. */
  pattern: 500,
  /** Instructions of a pattern's program times characters of the longest text it meets: each may take 20 ns. */
  patternSteps: 100_000_000,
});

export const PAYLOAD_LIMITS = Object.freeze({
  characters: 262_144,
  depth: 24,
  /** Entries of one list: uniqueItems compares each with each. */
  entries: 2_000,
});
