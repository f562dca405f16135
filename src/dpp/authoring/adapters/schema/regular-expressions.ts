import { RE2JS } from 're2js';
import { SCHEMA_LIMITS } from '../../../templates/domain/index.js';

/** Number of instructions of a compiled pattern: matching takes at most that many steps per character. */
export const programSize = (pattern: string): number => RE2JS.compile(pattern).programSize();

/**
 * Patterns of merchants run on RE2, whose time grows only with the pattern and the text, so they cannot hang like a
 * backtracking engine. Look-around and back references are refused. A text too long for its pattern does not match; it
 * exceeds its `maxLength` too, or the template would have been refused. Ajv caches patterns by `toString()`, so each
 * needs its own.
 */
export const linearPattern = (pattern: string): RegExp => {
  const compiled = RE2JS.compile(pattern);
  const longest = SCHEMA_LIMITS.patternSteps / compiled.programSize();
  return {
    test: (text: string) => text.length <= longest && compiled.matcher(text).find(),
    toString: () => `linear /${pattern}/`,
  } as unknown as RegExp;
};
