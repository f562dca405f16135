/** There are few different statements: lists of values have few lengths, and values are bound with `?`. */
const KEPT_MAX = 500;
/** Longer statements are not repeated. */
const KEY_MAX = 4_096;

/**
 * The texts that builders have made, by what they were made of: making one costs as much processor time as a small
 * answer of SQLite (ADR 36).
 */
export class BuiltTexts {
  private readonly kept = new Map<string, string>();

  of(key: string, build: () => string): string {
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const text = build();
    if (this.kept.size >= KEPT_MAX) this.kept.clear();
    if (key.length <= KEY_MAX) this.kept.set(key, text);
    return text;
  }
}
