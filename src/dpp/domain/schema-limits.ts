/** What a template may cost whoever reads, compiles and applies it (docs/passports-templates.md, Limits). */
export const SCHEMA_LIMITS = Object.freeze({
  /** Characters of the schema as JSON. */
  characters: 262_144,
  /** Levels of nested lists and objects. */
  depth: 40,
  /** Schemas, each counted as often as references lead to it. */
  schemas: 5_000,
  /** Characters of a pattern. */
  pattern: 500,
});

export const PAYLOAD_LIMITS = Object.freeze({
  characters: 262_144,
  depth: 24,
  /** Entries of one list: uniqueItems compares each with each. */
  entries: 2_000,
});
